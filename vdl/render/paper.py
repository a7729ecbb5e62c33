"""What is put into a PDF once its pages are laid out: what it claims to be, and the names of its pages."""

from __future__ import annotations

from typing import Any

_SAYS = """
<rdf:Description xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:about=""
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"/>
<rdf:Description xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:about=""
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>The part of PDF/UA that the file follows</pdfaProperty:description></rdf:li></rdf:Seq>
</pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
"""
"""That it is PDF/UA-1, and, as PDF/A asks of every property it does not know itself, what that property is."""

_CLOSE = b"</rdf:RDF>"


def finished(_: Any, pdf: Any) -> None:
    """To be called by WeasyPrint before the file is written; `pdf` is its pydyf.PDF."""
    said = _referred(pdf, pdf.catalog["Metadata"])
    packet = b"\n".join([part if isinstance(part, bytes) else str(part).encode() for part in said.stream])
    said.stream = [packet.replace(_CLOSE, _SAYS.encode() + _CLOSE, 1)]
    said.compress = False  # so that whoever looks for the claim in the file finds it
    pdf.catalog["PageLabels"] = "<</Nums [0 <</P (Cover)>> 1 <</S /D /St 2>>]>>"
    if "AF" in pdf.catalog:
        pdf.catalog["AF"][:] = list(dict.fromkeys(pdf.catalog["AF"]))  # each is there twice
    for each in pdf.objects:
        extra = getattr(each, "extra", None)
        if extra and extra.get("Type") == "/EmbeddedFile":
            extra["Subtype"] = "/text#2fplain"  # the types of endings are known otherwise on other machines
    pdf.objects[:] = [each if each.free == "f" else _Written(each) for each in pdf.objects]


class _Written:
    """An object of a PDF as it is written, compressed where it is. A PDF asks for that twice: for its place in the file, and for
    the digest of all that the file is known by."""

    def __init__(self, of: Any) -> None:
        self.data: bytes = of.data
        self.compressible: bool = of.compressible
        self.number, self.generation, self.free, self.offset = of.number, of.generation, of.free, of.offset

    @property
    def indirect(self) -> bytes:
        return b"%d %d obj\n%b\nendobj" % (self.number, self.generation, self.data)


def _referred(pdf: Any, reference: Any) -> Any:
    """The object of a reference such as "12 0 R"."""
    text = reference.decode() if isinstance(reference, bytes) else str(reference)
    return pdf.objects[int(text.split()[0])]
