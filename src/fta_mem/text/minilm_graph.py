"""Draws all-MiniLM-L6-v2's computation as an ONNX graph whose weights stay in the published file.

``python -m fta_mem.text.minilm_graph`` writes ``minilm.onnx`` (a few dozen kilobytes) beside this file; it needs the
package ``onnx``, which running the graph doesn't. The layers are those of BERT (Devlin et al., 2019) with the sizes of
the model's ``config.json``, then the mean over a text's word pieces, at length one (Reimers and Gurevych, 2019).
"""

import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from onnx import TensorProto

GRAPH_FILE: Final = Path(__file__).with_name("minilm.onnx")
WEIGHTS_FILE: Final = "model.safetensors"
_LAYERS: Final = 6
_HEADS: Final = 12
_WIDTH: Final = 384
_EPSILON: Final = 1e-12
_MASKED: Final = 1e9
"""Taken from the score of a word piece that only fills a batch up, so that softmax gives it nothing."""
_OPSET: Final = 20
_FORMAT: Final = 9


class _Drawing:
    """Nodes and constants of a graph as they are drawn."""

    def __init__(self, weights: Path) -> None:
        from onnx import NodeProto

        self.nodes: list[NodeProto] = []
        self.constants: dict[str, TensorProto] = {}
        self._places, self._start = _places_in(weights)

    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node and return the name of its output."""
        from onnx import helper

        output = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def number(self, value: float) -> str:
        """Return the name of a constant."""
        from onnx import TensorProto, helper

        name = f"number {value:g}"
        self.constants[name] = helper.make_tensor(name, TensorProto.FLOAT, [], [value])
        return name

    def integers(self, *values: int) -> str:
        """Return the name of a constant list, for shapes and axes."""
        from onnx import TensorProto, helper

        name = f"integers {values}"
        self.constants[name] = helper.make_tensor(name, TensorProto.INT64, [len(values)], list(values))
        return name

    def weight(self, name: str) -> str:
        """Return the name of a trained array, which stays where it is in the weights' file."""
        from onnx import TensorProto

        place = self._places[name]
        start, end = cast(list[int], place["data_offsets"])
        tensor = TensorProto(
            name=name,
            data_type=TensorProto.FLOAT,
            dims=cast(list[int], place["shape"]),
            data_location=TensorProto.EXTERNAL,
        )
        for key, value in (("location", WEIGHTS_FILE), ("offset", self._start + start), ("length", end - start)):
            tensor.external_data.add(key=key, value=str(value))
        self.constants[name] = tensor
        return name

    def linear(self, x: str, layer: str) -> str:
        """Add a linear layer."""
        turned = self.node("Transpose", self.weight(f"{layer}.weight"), perm=(1, 0))
        return self.node("Add", self.node("MatMul", x, turned), self.weight(f"{layer}.bias"))

    def normalised(self, x: str, layer: str) -> str:
        """Add a layer normalisation."""
        gain, bias = self.weight(f"{layer}.weight"), self.weight(f"{layer}.bias")
        return self.node("LayerNormalization", x, gain, bias, axis=-1, epsilon=_EPSILON)


def draw(weights: Path) -> bytes:
    """Return the graph of a weights file: ``pieces``, ``mask`` (n, t) and ``places`` (t) to ``vectors`` (n, 384)."""
    from onnx import TensorProto, helper

    drawing = _Drawing(weights)
    x = _embedded(drawing)
    penalty = drawing.node("Mul", drawing.node("Sub", "mask", drawing.number(1.0)), drawing.number(_MASKED))
    penalty = drawing.node("Unsqueeze", penalty, drawing.integers(1, 2))
    for layer in range(_LAYERS):
        x = _transformed(drawing, x, penalty, f"encoder.layer.{layer}.")
    # The sum over a text's word pieces at length one is their mean at length one.
    told = drawing.node("Mul", x, drawing.node("Unsqueeze", "mask", drawing.integers(2)))
    summed = drawing.node("ReduceSum", told, drawing.integers(1), keepdims=0)
    drawing.nodes.append(helper.make_node("LpNormalization", [summed], ["vectors"], axis=-1, p=2))
    graph = helper.make_graph(
        drawing.nodes,
        "all-MiniLM-L6-v2",
        [
            helper.make_tensor_value_info("pieces", TensorProto.INT64, ["n", "t"]),
            helper.make_tensor_value_info("mask", TensorProto.FLOAT, ["n", "t"]),
            helper.make_tensor_value_info("places", TensorProto.INT64, ["t"]),
        ],
        [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["n", _WIDTH])],
        list(drawing.constants.values()),
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_FORMAT)
    return bytes(model.SerializeToString(deterministic=True))


def _embedded(drawing: _Drawing) -> str:
    words = drawing.node("Gather", drawing.weight("embeddings.word_embeddings.weight"), "pieces")
    places = drawing.node("Gather", drawing.weight("embeddings.position_embeddings.weight"), "places")
    # There is one text in each row, so every word piece is of the first type.
    kinds = drawing.node("Gather", drawing.weight("embeddings.token_type_embeddings.weight"), drawing.integers(0))
    return drawing.normalised(drawing.node("Add", words, drawing.node("Add", places, kinds)), "embeddings.LayerNorm")


def _transformed(drawing: _Drawing, x: str, penalty: str, layer: str) -> str:
    """Add one transformer layer: attention, then two linear layers, each with what went in added and normalised."""
    heads = drawing.integers(0, 0, _HEADS, _WIDTH // _HEADS)
    query, key, value = (
        drawing.node("Reshape", drawing.linear(x, f"{layer}attention.self.{part}"), heads)
        for part in ("query", "key", "value")
    )
    query = drawing.node("Transpose", query, perm=(0, 2, 1, 3))
    key = drawing.node("Transpose", key, perm=(0, 2, 3, 1))
    value = drawing.node("Transpose", value, perm=(0, 2, 1, 3))
    scale = drawing.number((_WIDTH / _HEADS) ** -0.5)
    scores = drawing.node("Add", drawing.node("Mul", drawing.node("MatMul", query, key), scale), penalty)
    seen = drawing.node("MatMul", drawing.node("Softmax", scores, axis=-1), value)
    seen = drawing.node("Reshape", drawing.node("Transpose", seen, perm=(0, 2, 1, 3)), drawing.integers(0, 0, _WIDTH))
    seen = drawing.linear(seen, f"{layer}attention.output.dense")
    x = drawing.normalised(drawing.node("Add", seen, x), f"{layer}attention.output.LayerNorm")
    inner = drawing.node("Gelu", drawing.linear(x, f"{layer}intermediate.dense"))
    return drawing.normalised(
        drawing.node("Add", drawing.linear(inner, f"{layer}output.dense"), x), f"{layer}output.LayerNorm"
    )


def _places_in(weights: Path) -> tuple[dict[str, dict[str, object]], int]:
    """Return where each array of a safetensors file stands, from the byte that is returned too."""
    with weights.open("rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        return json.loads(file.read(length)), 8 + length


if __name__ == "__main__":
    from fta_mem.text.minilm import packaged_weights

    GRAPH_FILE.write_bytes(draw(packaged_weights() / WEIGHTS_FILE))
