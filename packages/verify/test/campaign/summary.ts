import { canonical, sha256 } from '../story.ts';
import { type Kind, kind, put, refused } from './kinds.ts';

/** Summaries that contradict the events, with every hash and both seals made to fit. */

const OTHER = '0'.repeat(64);
const LATER = '2026-11-21T18:00:00.000Z';
const EARLIER = '2026-11-20T18:00:00.000Z';

const DOCUMENT: [string, unknown][] = [
  ['organizacao.nome', 'Outra Ltda.'],
  ['organizacao.documento', '00000000000191'],
  ['organizacao.documento', null],
  ['documento.titulo', 'Outro contrato'],
  ['documento.nivelAssinatura', 'SEGURA'],
  ['documento.paginas', 2],
  ['documento.criadoEm', EARLIER],
  ['documento.enviadoEm', EARLIER],
  ['documento.enviadoEm', LATER],
  ['documento.finalizadoEm', LATER],
  ['codigoValidacao', 'SVC-AAAA-AAAA-AAAA'],
  ['codigoValidacao', 'x'],
  ['hashes.original', OTHER],
  ['ambiente', 'TESTE'],
  ['esquema', 'rubrica.certificado.v1'],
  ['selo.impressaoDigital', OTHER],
  ['selo.numeroSerie', '1'],
  ['selo.validoDe', EARLIER],
  ['selo.validoAte', LATER],
  ['selo.nivel', 'PADES_B_LTA'],
  ['selo.carimboTempo', { autoridade: 'tempo.exemplo' }],
  ['selo', null],
];

const PERSON: [string, unknown][] = [
  ['signatarioId', '11111111-1111-4111-8111-111111111111'],
  ['transacaoId', '11111111-1111-4111-8111-111111111111'],
  ['transacaoId', null],
  ['nome', 'Outra Pessoa'],
  ['nome', null],
  ['cpf', '11144477735'],
  ['cpf', null],
  ['dataNascimento', '1980-01-01'],
  ['funcao', 'TESTEMUNHA'],
  ['status', 'RECUSADO'],
  ['status', 'PENDENTE'],
  ['contato.email', 'outra@exemplo.com.br'],
  ['contato.telefone', '+5511900000000'],
  ['contato.telefone', '+5511987654321'],
  ['contato.metodoEntrega', 'LINK'],
  ['fatoresExigidos', ['EMAIL']],
  ['fatoresExigidos', []],
  ['fatoresExigidos', ['EMAIL', 'SMS_OTP', 'DADOS_PESSOAIS', 'TOTP']],
  ['fatoresCumpridos', []],
  ['fatoresCumpridos.1', undefined],
  ['fatoresCumpridos.0.cumpridoEm', LATER],
  ['fatoresCumpridos.0.fator', 'TOTP'],
  ['fatoresCumpridos.0.meio', 'CODIGO'],
  ['fatoresCumpridos.0.provadoPara', { email: 'outra@exemplo.com.br' }],
  ['fatoresCumpridos.1.provadoPara', { telefone: '+5511987654321' }],
  ['fatoresCumpridos.2.provadoPara', { cpf: '11144477735', dataNascimento: '1990-01-31' }],
  ['fatoresCumpridos.2.provadoPara', null],
  ['textoAceite', null],
  ['textoAceite.textoHash', OTHER],
  ['textoAceite.versao', '2'],
  ['textoAceite.textoAceiteId', '11111111-1111-4111-8111-111111111111'],
  ['enviadoEm', EARLIER],
  ['visualizadoEm', EARLIER],
  ['visualizadoEm', null],
  ['leituraConcluidaEm', EARLIER],
  ['leituraConcluidaEm', null],
  ['aceiteEm', EARLIER],
  ['aceiteEm', null],
  ['assinadoEm', EARLIER],
  ['assinadoEm', null],
  ['recusadoEm', LATER],
  ['motivoRecusa', 'Não quis.'],
  ['ip', '198.51.100.1'],
  ['ip', null],
  ['porta', 1],
  ['origemEndereco', 'PROXY_CONFIAVEL'],
  ['agenteUsuario', 'curl/8'],
  ['geolocalizacao', { pais: 'PT', estado: null, cidade: null, latitude: null, longitude: null, precisao: 'PAIS' }],
  ['noEnvio.sal', OTHER],
  ['noEnvio.dados.nome', 'Outra Pessoa'],
  ['noEnvio.dados.cpf', '11144477735'],
  ['noEnvio.dados.email', 'outra@exemplo.com.br'],
  ['noEnvio.dados.fatoresExigidos', ['EMAIL']],
  ['noEnvio.dados.signatarioId', '11111111-1111-4111-8111-111111111111'],
  ['valores', null],
  ['valores.sal', OTHER],
  ['valores.itens', []],
  ['valores.itens.1', undefined],
  ['valores.itens.0.campoId', '00000000-0000-4000-8000-000000000000'],
  ['valores.itens.0.valor', 'R$ 9.999.999,00'],
  ['valores.itens.0.rotulo', 'Valor'],
];

const PACKAGE: [string, unknown][] = [
  ['textosAceite.0.texto', 'Renuncio a tudo.'],
  ['textosAceite.0.textoHash', OTHER],
  ['textosAceite.0.versao', '2'],
  ['textosAceite.0.textoAceiteId', 'x'],
  ['textosAceite', []],
  ['imagens.0.base64', Buffer.from('other').toString('base64')],
  ['imagens.0.sha256', OTHER],
  ['imagens.0.base64', '***'],
  ...(['textosAceite', 'imagens', 'operador', 'conteudoAtivo'] as const).map((name): [string, unknown] => [
    name,
    undefined,
  ]),
  ...(['noEnvio', 'valores', 'dataNascimento'] as const).map((name): [string, unknown] => [
    `signatarios.0.${name}`,
    undefined,
  ]),
  ['signatarios.0.fatoresCumpridos.0.provadoPara', undefined],
];

const FIELDS: [string, unknown][] = [
  ['camposDoRemetente.sal', OTHER],
  ['camposDoRemetente.campos', []],
  ['camposDoRemetente.campos.0.valorPadrao', 'R$ 9.000,00'],
  ['camposDoRemetente.campos.1.pagina', 2],
  ['camposDoRemetente.campos.1', undefined],
  ['campos', []],
  ['campos', undefined],
  ['campos.0.campoId', '11111111-1111-4111-8111-111111111111'],
  ['campos.0.signatarioId', '11111111-1111-4111-8111-111111111111'],
  ['campos.0.signatarioId', undefined],
  ['campos.0.tipo', 'RUBRICA'],
  ['campos.1.rotulo', 'Renuncio a tudo'],
  ['campos.1.pagina', 2],
  ['campos.1.x', 0.5],
  ['campos.1.z', 1],
  ['campos.1.obrigatorio', undefined],
  ['campos.1.valorPadrao', 'R$ 9.000,00'],
  ['campos.2', undefined],
  ['signatarios.0.noEnvio.dados.campos', undefined],
  ['signatarios.0.noEnvio.dados.campos', []],
  ['signatarios.0.noEnvio.dados.campos.0.rotulo', 'Renuncio a tudo'],
];

const say = (value: unknown): string =>
  value === undefined ? 'left out' : `made ${JSON.stringify(value)}`.slice(0, 70);

const table = (rows: readonly [string, unknown][], owner: string): Kind[] =>
  rows.map(([path, value]) =>
    kind(`${owner}${path} ${say(value)}`, { edit: (conteudo) => put(conteudo, owner + path, structuredClone(value)) }),
  );

export const SUMMARIES: readonly Kind[] = [
  ...table(DOCUMENT, ''),
  ...table(PERSON, 'signatarios.0.'),
  ...table(PACKAGE, ''),
  ...table(FIELDS, ''),
  kind('a field more of the sender', {
    edit: ({ camposDoRemetente: own }) => {
      const [one] = structuredClone(own?.campos ?? []);
      if (one) own?.campos.push({ ...one, campoId: 'f1f1f1f1-1111-4111-8111-111111111111', valorPadrao: 'Multa' });
    },
  }),
  kind('a field of one person drawn as that of another', {
    edit: ({ campos = [], signatarios: [, two] }) =>
      Object.assign(campos[0] ?? {}, { signatarioId: two?.signatarioId }),
  }),
  kind('a field twice', { edit: ({ campos }) => void campos?.push(...structuredClone(campos.slice(0, 1))) }),
  kind('a value in a field that was not asked', {
    // All of it as a forger with the database would: the data as sent, and the hash in the trail.
    edit: ({ campos = [], signatarios: [one], eventos }) => {
      const asked = one?.noEnvio?.dados.campos?.shift();
      if (!one?.noEnvio || !asked) throw new Error('three fields were asked');
      campos.splice(0, 1);
      const { sal, dados } = one.noEnvio;
      const sent = eventos.find(({ acao }) => acao === 'DOCUMENTO_ENVIADO')?.detalhe.dados as { hash: string }[];
      Object.assign(sent[0] ?? {}, { hash: sha256(`${sal}\n${canonical(dados)}`) });
    },
  }),
  kind('hashes.assinado of another file', { amend: ({ hashes }) => void Object.assign(hashes, { assinado: OTHER }) }),
  kind('somebody more, who signed', {
    edit: ({ signatarios }) => {
      const [one] = structuredClone(signatarios);
      if (one) signatarios.push({ ...one, signatarioId: 'x', transacaoId: 'y' });
    },
  }),
  kind('somebody more, who refused', {
    edit: ({ signatarios }) => {
      const [one] = structuredClone(signatarios);
      if (one) signatarios.push({ ...one, signatarioId: 'x', transacaoId: null, status: 'RECUSADO', assinadoEm: null });
    },
  }),
  kind('somebody twice', {
    edit: ({ signatarios }) => void signatarios.push(structuredClone(signatarios[0]) as (typeof signatarios)[number]),
  }),
  kind('somebody left out', { edit: ({ signatarios }) => void signatarios.pop() }),
  kind('nobody at all', { edit: ({ signatarios }) => void signatarios.splice(0) }),
  kind('two people who changed places', {
    edit: ({ signatarios }) => {
      const [one, two] = signatarios;
      if (one && two) [one.nome, two.nome, one.cpf, two.cpf] = [two.nome, one.nome, two.cpf, one.cpf];
    },
  }),
  kind('two people with each other’s values', {
    edit: ({ signatarios }) => {
      const [one, two] = signatarios;
      if (one && two) [one.valores, two.valores] = [two.valores, one.valores];
    },
  }),
  kind('two people with one salt', {
    edit: ({ signatarios }) => {
      const [one, two] = signatarios;
      if (one?.noEnvio && two?.noEnvio) two.noEnvio.sal = one.noEnvio.sal;
    },
  }),
  kind('a picture twice', {
    edit: ({ imagens }) => void imagens?.push(structuredClone(imagens[0]) as (typeof imagens)[number]),
  }),
  kind('a picture that is none', {
    edit: ({ imagens }) =>
      void imagens?.push({ sha256: sha256('x'), formato: 'image/png', base64: Buffer.from('x').toString('base64') }),
  }),
  kind('a refusal told as a signature', {
    story: refused,
    edit: ({ signatarios }) =>
      void Object.assign(signatarios[1] ?? {}, { status: 'ASSINADO', assinadoEm: LATER, transacaoId: 'x' }),
  }),
  kind('a refusal for another reason', {
    story: refused,
    edit: (conteudo) => put(conteudo, 'signatarios.1.motivoRecusa', 'Sim.'),
  }),
  kind('a refusal at another time', {
    story: refused,
    edit: (conteudo) => put(conteudo, 'signatarios.1.recusadoEm', LATER),
  }),
  kind('a refusal left out', { story: refused, edit: ({ signatarios }) => void signatarios.pop() }),
  kind('a refusal with values', {
    story: refused,
    edit: ({ signatarios }) => void Object.assign(signatarios[1] ?? {}, { valores: signatarios[0]?.valores }),
  }),
];
