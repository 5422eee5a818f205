/**
 * Writes `vectors/`: pairs, genuine and forged, with the options they are checked under and the expected result. Our
 * verifier and the independent one must both give those results. Keys are generated anew each time and discarded, so
 * the files differ on every run and are committed; run it only when the form of the files changes.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dict, name as pdfName } from '../../pdf/src/core/objects.ts';
import type { Resultado } from '../src/report.ts';
import { token } from '../test/authority.ts';
import { put, refused, rich } from '../test/campaign/kinds.ts';
import { entriesOf, OpenLog, receiptsOf, registered, Signer } from '../test/open-log.ts';
import { fingerprintOf, makePair, type Pair, type PairOptions } from '../test/pair.ts';
import { certificatePage, markOf, rootOf, sealFile, stampFile, withRevision } from '../test/sealing.ts';
import { canonical, restart, sha256 } from '../test/story.ts';
import { makeCertificate, sealKeyOf } from '../test/x509.ts';

const folder = fileURLToPath(new URL('../vectors/', import.meta.url));
const root = makeCertificate({ name: 'AC Exemplo', kind: 'authority' });
const seal = sealKeyOf(makeCertificate({ name: 'Instituição Exemplo', by: root, kind: 'signer' }), root.certificate);
const other = sealKeyOf(makeCertificate({ name: 'Instituição Exemplo', kind: 'signer' }));
const times = makeCertificate({ name: 'AC Tempo Exemplo', kind: 'authority' });
const stamper = {
  ...makeCertificate({ name: 'Tempo Exemplo', by: times, kind: 'stamper' }),
  chain: [times.certificate],
};
const home = makeCertificate({ name: 'Tempo Exemplo', kind: 'stamper' });
const mail = makeCertificate({ name: 'Tempo Exemplo', by: times, kind: 'stamper', purposes: ['1.3.6.1.5.5.7.3.4'] });
const fingerprint = fingerprintOf(seal);

const line = (more: object) => ({
  impressaoDigital: fingerprint,
  ambiente: 'PRODUCAO',
  de: '2026-01-01T00:00:00.000Z',
  ate: null,
  revogadoEm: null,
  ...more,
});
const test = { ...line({}), impressaoDigital: fingerprintOf(other), ambiente: 'TESTE' };
const log = new OpenLog();
const witness = new Signer('testemunha.exemplo', 4);
const FILES: Record<string, string | Uint8Array> = {
  'selos.json': JSON.stringify({ selos: [line({}), { ...test, de: '2026-01-01T00:00:00.000Z' }] }, null, 1),
  'selos-forma-nova-depois.json': JSON.stringify(
    {
      selos: [
        line({ ate: '2026-12-01T00:00:00.000Z' }),
        line({ de: '2026-12-01T00:00:00.000Z' }),
        { ...test, de: '2026-12-01T00:00:00.000Z' },
      ],
    },
    null,
    1,
  ),
  'selos-revogado.json': JSON.stringify({ selos: [line({ revogadoEm: '2026-02-01T00:00:00.000Z' })] }, null, 1),
  'raiz.pem': String(root.certificate),
  'tempo.pem': String(times.certificate),
  'outra.pem': String(other.certificate),
  'registro.vkey': `${log.signer.vkey}\n`,
  'outro.vkey': `${new OpenLog(log.origin, 'outro').signer.vkey}\n`,
  'registro.politica': `log ${log.signer.vkey}\nwitness uma ${witness.vkey}\nquorum uma\n`,
};

/** Keeps what the log tells of a genuine pair. */
function publish(pair: Pair): Pair {
  const { end, certificate } = entriesOf(pair);
  const [index] = [end, certificate].map((entry) => log.add(entry)) as [number];
  FILES['registro.tlog-proof'] = log.proof(index, { witnesses: [witness] });
  FILES['outro.tlog-proof'] = log.proof(0, { witnesses: [witness] });
  FILES['registro.recibo'] = receiptsOf(log, pair.conteudo).at(-1) as string;
  const time = new Date('2026-11-22T00:00:05Z');
  FILES['registro.tst'] = token(stamper, createHash('sha256').update(log.head).digest(), { time });
  return pair;
}

interface Check {
  readonly under: readonly string[];
  readonly result: Resultado;
  /** Where it is not that of the result. */
  readonly exit?: number;
}
interface Vector {
  readonly name: string;
  readonly about: string;
  readonly make: () => Promise<{ signed: Uint8Array; certificate: Uint8Array }>;
  readonly checks: readonly Check[];
}

const PINNED = ['--selo', fingerprint];
const vector = (name: string, about: string, options: PairOptions, ...checks: Check[]): Vector => ({
  name,
  about,
  make: () => makePair({ seal, story: rich, ...options }),
  checks,
});
const under = (result: Resultado, ...given: string[]): Check => ({ under: given, result });
const forged = (name: string, about: string, options: PairOptions): Vector =>
  vector(name, about, options, under('NAO_CONFERE', ...PINNED), under('NAO_CONFERE'));

const PROVEN = ['--registro', 'registro.vkey', '--prova', 'registro.tlog-proof'];
const BELOW = 5;

const GENUINE: readonly Vector[] = [
  vector(
    'genuino',
    'Três fatores, uma correção, alguém removido, ordem de assinatura.',
    {},
    ...[under('CONFERE', ...PINNED), under('CONFERE', '--selo', 'selos.json'), under('CONFERE', '--raiz', 'raiz.pem')],
    ...[under('SELO_NAO_IDENTIFICADO'), under('SELO_NAO_IDENTIFICADO', '--selo', '0'.repeat(64))],
    ...[
      under('SELO_NAO_IDENTIFICADO', '--raiz', 'outra.pem', ...PINNED),
      under('NAO_CONFERE', '--selo', 'selos-revogado.json'),
    ],
  ),
  vector(
    'genuino-sem-campos',
    'Enviado antes de a trilha guardar o que se preenche onde.',
    { story: (o) => rich(o, { ordered: true, fields: false }) },
    under('CONFERE', ...PINNED),
  ),
  vector('genuino-recusa', 'Uma pessoa recusou e o fluxo seguiu.', { story: refused }, under('CONFERE', ...PINNED)),
  vector('genuino-reemitido', 'A segunda versão do certificado.', { versao: 2 }, under('CONFERE', ...PINNED)),
  vector(
    'genuino-carimbado',
    'Com carimbos do tempo e dados de validação (PAdES B-LTA).',
    { authority: stamper },
    ...[under('CONFERE', ...PINNED), under('CONFERE', ...PINNED, '--ac-tempo', 'tempo.pem')],
    under('NAO_CONFERE', ...PINNED, '--ac-tempo', 'outra.pem'),
  ),
  {
    name: 'genuino-registrado',
    about: 'Com recibos e provas do registro aberto, e carimbos do tempo.',
    make: async () => publish(await makePair({ seal, story: rich, authority: stamper, amend: registered(log) })),
    checks: [
      ...[under('CONFERE', ...PINNED), under('CONFERE', ...PINNED, '--registro', 'registro.vkey')],
      under('CONFERE', ...PINNED, ...PROVEN, '--recibo', 'registro.recibo', '--exige', 'ancorado'),
      { ...under('CONFERE', ...PINNED, '--exige', 'ancorado'), exit: BELOW },
      { ...under('CONFERE', ...PINNED, '--prova', 'registro.tlog-proof', '--exige', 'ancorado'), exit: BELOW },
      { ...under('CONFERE', ...PINNED, ...PROVEN, '--exige', 'hora'), exit: BELOW },
      { ...under('SELO_NAO_IDENTIFICADO', '--exige', 'ancorado'), exit: BELOW },
      under('NAO_CONFERE', ...PINNED, '--registro', 'outro.vkey', '--prova', 'registro.tlog-proof'),
      under('NAO_CONFERE', ...PINNED, '--registro', 'registro.vkey', '--prova', 'outro.tlog-proof', '--exige', 'hora'),
    ],
  },
  vector(
    'teste',
    'Um documento do ambiente de teste.',
    { environment: 'TESTE', story: (o) => rich(o, { environment: 'TESTE', ordered: true }) },
    ...[under('TESTE', ...PINNED), under('TESTE')],
  ),
  vector(
    'antigo',
    'De antes de os selos dizerem de que são.',
    { oldForm: true, story: (o) => rich(o, { schema: 'v1' }) },
    ...[under('SELO_NAO_IDENTIFICADO', ...PINNED), under('SELO_NAO_IDENTIFICADO')],
    ...[
      under('SELO_NAO_IDENTIFICADO', '--selo', 'selos-forma-nova-depois.json'),
      under('NAO_CONFERE', '--selo', 'selos.json'),
    ],
  ),
  vector(
    'antigo-selo-novo',
    'Enviado antes, selado na forma nova.',
    { story: (o) => rich(o, { schema: 'v1' }) },
    under('CONFERE', ...PINNED),
  ),
];

const edit = (path: string, value: unknown): PairOptions => ({ edit: (conteudo) => put(conteudo, path, value) });
const event = (acao: string, change: (detalhe: Record<string, unknown>) => void): PairOptions => ({
  edit: ({ eventos }) => change(eventos.findLast((one) => one.acao === acao)?.detalhe ?? {}),
});

const reworded = (detalhe: Record<string, unknown>): void => {
  detalhe.tipoAssinatura = 'DIGITADA';
};

const FORGED: readonly Vector[] = [
  forged('cpf-trocado', 'O resumo nomeia outro CPF que a trilha.', edit('signatarios.0.cpf', '11144477735')),
  forged('titulo-trocado', 'O resumo traz outro título que o enviado.', edit('documento.titulo', 'Outro contrato')),
  forged('texto-trocado', 'O texto de aceite não é o aceito.', edit('textosAceite.0.texto', 'Renuncio a tudo.')),
  forged(
    'valor-trocado',
    'Um valor preenchido não é o assinado.',
    edit('signatarios.0.valores.itens.0.valor', 'R$ 9,00'),
  ),
  forged(
    'preco-trocado',
    'O que o remetente escreveu não é o do envio.',
    edit('camposDoRemetente.campos.0.valorPadrao', 'R$ 9.000,00'),
  ),
  forged('rotulo-trocado', 'O que se marcou tinha outro rótulo.', edit('campos.1.rotulo', 'Renuncio a tudo')),
  forged('assinatura-noutro-lugar', 'Um campo está noutro lugar que o do envio.', edit('campos.0.y', 0.9)),
  forged('ip-trocado', 'O resumo traz outro endereço IP.', edit('signatarios.0.ip', '198.51.100.1')),
  forged(
    'fator-de-outro-telefone',
    'O SMS foi cumprido com outro telefone.',
    event(
      'FATOR_CUMPRIDO',
      (detalhe) => void Object.assign(detalhe, { provadoPara: { email: 'outra@exemplo.com.br' } }),
    ),
  ),
  forged(
    'fator-nao-cumprido',
    'Um fator exigido não foi cumprido.',
    edit('signatarios.0.fatoresCumpridos.1', undefined),
  ),
  forged('pessoa-a-mais', 'O pacote traz quem não estava no envio.', {
    edit: ({ signatarios }) =>
      void signatarios.push({ ...structuredClone(signatarios[0] as (typeof signatarios)[number]), signatarioId: 'x' }),
  }),
  forged(
    'assinatura-de-outro-arquivo',
    'Uma assinatura é de outro arquivo.',
    event('ASSINATURA_REGISTRADA', (detalhe) => void Object.assign(detalhe, { hashArquivo: '0'.repeat(64) })),
  ),
  forged('evento-mudado', 'Um evento foi mudado depois de encadeado.', {
    forge: (conteudo, registro) => {
      put(conteudo, 'eventos.3.ip', '198.51.100.1');
      void registro;
    },
  }),
  forged('passado-reescrito', 'A trilha foi reescrita depois que o arquivo assinado foi entregue.', {
    amend: (conteudo) => put(conteudo, 'eventos.3.agenteUsuario', 'outro'),
  }),
  vector(
    'passado-reescrito-antes-do-selo',
    'A trilha, os recibos e tudo o mais foram feitos de novo, com as chaves da instituição, antes de haver arquivo assinado.',
    { ...event('ASSINATURA_REGISTRADA', reworded), amend: registered(log) },
    ...[under('CONFERE', ...PINNED), under('NAO_CONFERE', ...PINNED, '--recibo', 'registro.recibo')],
    under('NAO_CONFERE', ...PINNED, ...PROVEN),
  ),
  vector(
    'duas-versoes',
    'O mesmo documento, com outro nonce que o dos recibos.',
    { amend: registered(log, sha256('outro nonce')) },
    ...[under('CONFERE', ...PINNED), under('NAO_CONFERE', ...PINNED, '--recibo', 'registro.recibo')],
  ),
  forged('recibo-de-outro-ato', 'O pacote traz um recibo de um evento que não é um ato.', {
    amend: (conteudo) => {
      registered(log)(conteudo);
      const { id } = conteudo.documento;
      conteudo.registroAberto?.recibos.push(log.receipt(id, 1, conteudo.eventos[0]?.hash ?? ''));
    },
  }),
  forged(
    'formato-rebaixado',
    'O pacote diz um formato anterior ao do envio.',
    edit('esquema', 'rubrica.certificado.v1'),
  ),
  forged('outro-codigo', 'O selo do certificado diz outro código.', {
    certificate: { mark: (mark) => void mark.set('Codigo', mark.get('Elo') ?? null) },
  }),
  forged('sem-proibicao', 'O selo do arquivo assinado não proíbe mudanças.', { signed: { certified: false } }),
  forged('sem-rubrica', 'O selo do certificado não diz de que é.', { certificate: { mark: 'none' } }),
  forged('carimbo-de-outra-chave', 'O carimbo é assinado por outra chave.', {
    authority: stamper,
    signed: { faults: { key: home.key } },
  }),
  forged('carimbo-de-outro-ano', 'O carimbo é de dois anos antes.', {
    authority: stamper,
    signed: { faults: { time: new Date('2024-11-21T12:00:00Z') } },
  }),
  forged('carimbo-de-quem-nao-pode', 'O certificado de quem carimba não é disso.', {
    signed: { authority: { ...mail, chain: [times.certificate] } },
  }),
  forged('pagina-trocada-depois', 'Depois do selo veio uma revisão que troca as páginas, com dados de validação.', {
    certificate: {
      after: (bytes) =>
        withRevision(bytes, (writer, document) => {
          const pages = writer.reserve();
          const page = writer.add(dict({ Type: pdfName('Page'), Parent: pages, MediaBox: [0, 0, 9, 9] }));
          writer.set(pages, dict({ Type: pdfName('Pages'), Kids: [page], Count: 1 }));
          writer.set(rootOf(document), new Map([...document.catalog(), ['Pages', pages]]));
        }),
    },
  }),
  vector(
    'selo-do-forjador',
    'Tudo feito e selado por outra chave, com o mesmo nome.',
    { seal: other },
    ...[
      under('SELO_NAO_IDENTIFICADO', ...PINNED),
      under('SELO_NAO_IDENTIFICADO'),
      under('CONFERE', '--selo', fingerprintOf(other)),
    ],
  ),
  {
    name: 'certificado-enviado-como-documento',
    about: 'Um certificado forjado que o serviço selou como documento comum.',
    make: async () => {
      const { conteudo, registro, signed } = await makePair({ seal, story: rich });
      const page = certificatePage('Certificado', {
        'conteudo.json': canonical(conteudo),
        'certificado.json': canonical(registro),
      });
      const code = 'SVC-BBBB-BBBB-BBBB';
      const mark = markOf({
        kind: 'Documento',
        environment: 'Producao',
        code,
        link: '1'.repeat(64),
        sequence: 9,
        original: '2'.repeat(64),
      });
      return {
        signed,
        certificate: await sealFile(stampFile(page, code), { key: seal, at: new Date(registro.emitidoEm), mark }),
      };
    },
    checks: [under('NAO_CONFERE', ...PINNED)],
  },
  {
    name: 'arquivo-cortado',
    about: 'Falta o fim do arquivo assinado.',
    make: async () => {
      const { signed, certificate } = await makePair({ seal, story: rich });
      return { signed: signed.subarray(0, -40), certificate };
    },
    checks: [under('NAO_CONFERE', ...PINNED)],
  },
  {
    name: 'trocados',
    about: 'Os dois arquivos em lugar um do outro.',
    make: async () => {
      const { signed, certificate } = await makePair({ seal, story: rich });
      return { signed: certificate, certificate: signed };
    },
    checks: [under('ILEGIVEL', ...PINNED)],
  },
];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const list = [];
for (const { name, about, make, checks } of [...GENUINE, ...FORGED]) {
  restart();
  const { signed, certificate } = await make();
  writeFileSync(`${folder}${name}.assinado.pdf`, signed);
  writeFileSync(`${folder}${name}.certificado.pdf`, certificate);
  list.push({ name, about, checks });
}
for (const [name, text] of Object.entries(FILES)) writeFileSync(folder + name, text);
writeFileSync(`${folder}vectors.json`, `${JSON.stringify(list, null, 2)}\n`);
console.log(`${list.length} pairs, ${list.flatMap(({ checks }) => checks).length} checks`);
