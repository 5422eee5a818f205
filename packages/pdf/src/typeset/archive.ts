import { dict, name, type PdfDict, PdfStream, PdfString } from '../core/objects.ts';
import { type PdfWriter, stream } from '../core/writer.ts';
import { PRODUCER } from './sheets.ts';
import { srgbProfile } from './srgb.ts';

/** The colour profile of every certificate. */
let profile: PdfStream | undefined;

/**
 * Catalog entries that declare a tagged file as PDF/A-3a (ISO 19005-3): its metadata (clause 6.6.2), consistent with
 * the document information, and the colour space for its device colours (clause 6.2.3).
 */
export function archiveEntries(writer: PdfWriter, info: { title: string; author: string; createdOn: Date }): PdfDict {
  profile ??= stream({ N: 3 }, srgbProfile());
  const packet = Buffer.from(xmp(info), 'utf8');
  const intent = dict({
    Type: name('OutputIntent'),
    S: name('GTS_PDFA1'),
    OutputConditionIdentifier: PdfString.text('sRGB IEC61966-2-1'),
    RegistryName: PdfString.text('http://www.color.org'),
    Info: PdfString.text('sRGB IEC61966-2-1'),
    DestOutputProfile: writer.add(profile),
  });
  return dict({
    // Not compressed, for programs that search for the packet without parsing the file.
    Metadata: writer.add(new PdfStream(dict({ Type: name('Metadata'), Subtype: name('XML') }), packet)),
    OutputIntents: [intent],
  });
}

/**
 * The XMP packet (XMP Specification, September 2005). Its header has neither `bytes` nor `encoding` (clause 6.6.2.1).
 */
function xmp({ title, author, createdOn }: { title: string; author: string; createdOn: Date }): string {
  const date = `${createdOn.toISOString().slice(0, 19)}Z`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
   <pdfaid:part>3</pdfaid:part>
   <pdfaid:conformance>A</pdfaid:conformance>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>
   <dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>
   <dc:language><rdf:Bag><rdf:li>pt-BR</rdf:li></rdf:Bag></dc:language>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
   <xmp:CreateDate>${date}</xmp:CreateDate>
   <xmp:ModifyDate>${date}</xmp:ModifyDate>
   <pdf:Producer>${PRODUCER}</pdf:Producer>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

/** Text between tags (XML 1.0 clause 2.4); characters that XML cannot contain were already spelt out. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
