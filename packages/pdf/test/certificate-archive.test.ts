import { describe, expect, it } from 'vitest';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { type CertificateView, renderCertificate, sealPdf } from '../src/index.ts';
import { srgbProfile } from '../src/typeset/srgb.ts';
import { archiveProblems } from './archive-rules.ts';
import { ATTACHMENTS, fullView, plainView } from './certificate-views.ts';
import { isTagged, STRUCTURE_READERS } from './judges/structure.ts';
import { type Node, readWithPdfjs } from './pdfjs.ts';
import { SEALED_AT, testSeal } from './tools.ts';

const fonts = loadNodeFonts();
const render = (view: CertificateView) => renderCertificate(view, ATTACHMENTS, fonts);
const SANDBOX = 'SEM VALIDADE JURÍDICA — AMBIENTE DE TESTE';
const ODD = 'Ana\u00a0Lima & Filhos <Ltda.> 山田太郎 Ze\u0301 \ufeffX\u202eY\ue000 \u{1F600}';

describe('the certificate as PDF/A-3a', () => {
  it.each<[string, CertificateView]>([
    ['of one signer', plainView(1, 3)],
    ['with everything there is to say', fullView(4, 60)],
    ['of many pages', fullView(50, 300)],
    ['of the sandbox', { ...fullView(2, 12), watermark: SANDBOX }],
    ['with characters that XML, fonts or readers do not take', fullView(2, 12, ODD)],
    ['without signers or events', { ...plainView(0, 0), legal: [] }],
  ])('keeps the clauses of ISO 19005-3 that a machine can judge: %s', async (_, view) => {
    expect(archiveProblems(await render(view))).toEqual([]);
  });

  it('keeps them with its seal', async () => {
    const { bytes } = await sealPdf(await render(fullView(3, 20)), await testSeal(), {
      at: SEALED_AT,
      reason: 'Certificado',
      name: 'Rubrica',
    });
    expect(archiveProblems(bytes)).toEqual([]);
  });

  it.each<[string, string, string, string]>([
    ['another part', '<pdfaid:part>3<', '<pdfaid:part>2<', '6.6.4'],
    ['another title in the metadata', 'x-default">Certificado', 'x-default">certificado', '6.6.3'],
    ['no output intent', '/GTS_PDFA1', '/GTS_PDFX ', '6.2.3'],
    ['no structure', '/StructTreeRoot ', '/structTreeRoot ', '6.7.3'],
    ['not marked', '/Marked true', '/marked true', '6.7.2'],
    ['a type nobody knows', '/S/H1', '/S/HH', '6.7.3'],
    ['an attachment that belongs to nothing', '/AFRelationship', '/AFrelationship', '6.8'],
    ['no way from glyphs to text', '/ToUnicode', '/toUnicode', '6.2.11.7'],
    ['fonts whose glyphs nobody can find', '/CIDToGIDMap', '/cidToGIDMap', '6.2.11.3'],
    ['no language', '/Lang (pt-BR)', '/Lang (pt_BR)', '6.7.4'],
  ])('is not any more with %s', async (_, from, to, clause) => {
    const bytes = Buffer.from(await render(fullView(2, 5)));
    const at = bytes.indexOf(from, 0, 'latin1');
    expect(at).toBeGreaterThan(0);
    bytes.write(to, at, 'latin1');
    expect(archiveProblems(bytes).join('\n')).toContain(`${clause}: `);
  });

  it('says to another reader what it is, who made it and when', async () => {
    const { info, metadata, marked, attachments } = await readWithPdfjs(await render(fullView(2, 9)));
    const title = 'Certificado SVC-7K2M-QX9A-4TBD — Maria Antônia de Souza';
    expect(info).toMatchObject({
      Title: title,
      Author: 'Rubrica',
      CreationDate: 'D:20261121130000Z',
      Language: 'pt-BR',
    });
    expect(metadata?.get('pdfaid:part')).toBe('3');
    expect(metadata?.get('pdfaid:conformance')).toBe('A');
    expect(metadata?.get('dc:title')).toBe(title);
    expect(metadata?.get('xmp:createdate')).toBe('2026-11-21T13:00:00Z');
    expect((marked as unknown as Map<string, boolean>).get('Marked')).toBe(true);
    expect([...(attachments as unknown as Map<string, unknown>).keys()].sort()).toEqual([
      'certificado.json',
      'conteudo.json',
    ]);
  });

  it('is read aloud in order: headings, tables with their heads, and words for the QR code', async () => {
    const { pages } = await readWithPdfjs(await render(fullView(2, 9)));
    const nodes = pages.flatMap(({ tree }) => (tree ? flat(tree) : []));
    const headings = nodes.filter(({ role }) => /^H\d$/.test(role)).map(({ role }) => role);
    expect(headings.join(' ')).toMatch(/^H1( H2)+( H3 H3)( H2)+$/);
    expect(nodes.find(({ role }) => role === 'Figure')?.alt).toBe(
      'Código QR que leva à validação pública: https://rubrica.exemplo.br/validar/SVC-7K2M-QX9A-4TBD',
    );
    for (const row of nodes.filter(({ role }) => role === 'TR')) {
      const roles = row.children.map((child) => ('role' in child ? child.role : 'content'));
      expect(roles.join(' ')).toMatch(/^(TH( TH)*|TH TD|TD( TD)+)$/);
    }
    for (const list of nodes.filter(({ role }) => role === 'L')) {
      expect(list.children.every((child) => 'role' in child && child.role === 'LI')).toBe(true);
    }
  });

  it.each(STRUCTURE_READERS)(
    'reads words as words, though lines break between them, and a hash as one: %s',
    async (_, read) => {
      const explanation = 'Declaro que li o documento inteiro, que o compreendi e que concordo com ele. '
        .repeat(6)
        .trim();
      const view = { ...fullView(1, 2), legal: [explanation] };
      const aloud = await read(await render(view));
      expect(aloud).toContain(explanation);
      expect(aloud).toContain(view.events[0]?.hash);
    },
  );

  it('leaves out of the reading what is only for the eye', async () => {
    const { pages } = await readWithPdfjs(await render(fullView(6, 90)));
    expect(pages.length).toBeGreaterThan(3);
    for (const { items } of pages.slice(1)) {
      const owners: string[] = [];
      const aloud: string[] = [];
      for (const item of items) {
        if ('str' in item) aloud.push(owners.includes('Artifact') ? '' : item.str);
        else if (item.type === 'endMarkedContent') owners.pop();
        else owners.push((item as { tag?: string }).tag ?? '');
      }
      expect(aloud.join('')).not.toMatch(/Página \d+ de|Certificado de conclusão ·/);
    }
  });

  it('is tagged for a third reader too', async () => {
    expect(await isTagged(await render(fullView(2, 9)))).toBe(true);
  });

  // From the primaries and the curve of IEC 61966-2-1, adapted to D50, as in the ICC's own sRGB profiles.
  it('embeds sRGB as it is published', () => {
    const profile = srgbProfile();
    const tag = (name: string): Buffer => {
      const at = profile.indexOf(name, 128, 'latin1');
      const begin = profile.readUInt32BE(at + 4);
      return profile.subarray(begin, begin + profile.readUInt32BE(at + 8));
    };
    const xyz = (name: string): number[] => [8, 12, 16].map((at) => tag(name).readInt32BE(at) / 0x10000);
    const published = {
      rXYZ: [0.4361, 0.2225, 0.0139],
      gXYZ: [0.3851, 0.7169, 0.0971],
      bXYZ: [0.1431, 0.0606, 0.7141],
    };
    for (const [name, values] of Object.entries(published)) {
      xyz(name).forEach((value, i) => {
        expect(Math.abs(value - (values[i] as number))).toBeLessThan(0.0005);
      });
    }
    expect(tag('rTRC').readUInt16BE(12 + 2 * 128) / 0xffff).toBeCloseTo(0.2158, 3);
    expect(profile.readUInt32BE(0)).toBe(profile.length);
  });
});

function flat(node: Node): Node[] {
  return [node, ...node.children.flatMap((child) => ('role' in child ? flat(child) : []))];
}
