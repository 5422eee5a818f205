import type { PairOptions } from '../pair.ts';
import { type OpenConteudo, plainStory } from '../story.ts';
import { eventsOf, type Kind, kind, put, refused, rich } from './kinds.ts';

/**
 * Trails that contradict the summary, or that no document could have, with every link, hash and both seals made to fit.
 */

const OTHER = '0'.repeat(64);
const STRANGER = '11111111-1111-4111-8111-111111111111';

type Event = OpenConteudo['eventos'][number];
const on =
  (
    acao: string,
    which: number,
    change: (event: Event, conteudo: OpenConteudo) => void,
  ): NonNullable<PairOptions['edit']> =>
  (conteudo) => {
    const event = eventsOf(conteudo, acao).at(which);
    if (!event) throw new Error(`no ${acao}`);
    change(event, conteudo);
  };

/** Changed details: action, which occurrence, property, value. */
const DETAILS: [string, number, string, unknown][] = [
  ['DOCUMENTO_CRIADO', 0, 'hashArquivo', OTHER],
  ['DOCUMENTO_ENVIADO', 0, 'codigoValidacao', 'SVC-AAAA-AAAA-AAAA'],
  ['DOCUMENTO_ENVIADO', 0, 'hashArquivo', OTHER],
  ['DOCUMENTO_ENVIADO', 0, 'esquema', 'rubrica.certificado.v1'],
  ['DOCUMENTO_ENVIADO', 0, 'esquema', undefined],
  ['DOCUMENTO_ENVIADO', 0, 'titulo', 'Outro'],
  ['DOCUMENTO_ENVIADO', 0, 'titulo', undefined],
  ['DOCUMENTO_ENVIADO', 0, 'nivelAssinatura', 'SEGURA'],
  ['DOCUMENTO_ENVIADO', 0, 'paginas', 9],
  ['DOCUMENTO_ENVIADO', 0, 'organizacao', { nome: 'Outra', documento: null }],
  ['DOCUMENTO_ENVIADO', 0, 'dados', []],
  ['DOCUMENTO_ENVIADO', 0, 'dados', undefined],
  ['DOCUMENTO_ENVIADO', 0, 'dados.0.hash', OTHER],
  ['DOCUMENTO_ENVIADO', 0, 'dados.0.signatarioId', STRANGER],
  ['DOCUMENTO_ENVIADO', 0, 'dados.2', undefined],
  ['CONVITE_ENVIADO', -1, 'destino', 'outra@exemplo.com.br'],
  ['DOCUMENTO_VISUALIZADO', 0, 'presencial', true],
  ['ASSINATURA_REGISTRADA', 0, 'presencial', true],
  ['SIGNATARIO_CORRIGIDO', 0, 'alteracoes', undefined],
  ['SIGNATARIO_CORRIGIDO', 0, 'alteracoes.telefone.de', '+5500000000000'],
  ['SIGNATARIO_CORRIGIDO', 0, 'alteracoes.telefone.para', '+5500000000000'],
  ['SIGNATARIO_CORRIGIDO', 0, 'anulado', undefined],
  ['SIGNATARIO_CORRIGIDO', 0, 'signatarioId', STRANGER],
  ['SIGNATARIO_REMOVIDO', 0, 'signatarioId', STRANGER],
  ['SIGNATARIO_AUTENTICADO', 0, 'fatores', ['EMAIL']],
  ['FATOR_CUMPRIDO', 1, 'fator', 'TOTP'],
  ['FATOR_CUMPRIDO', 2, 'meio', 'LINK_POR_EMAIL'],
  ['FATOR_CUMPRIDO', 2, 'provadoPara', { telefone: '+5511987654321' }],
  ['FATOR_CUMPRIDO', 2, 'provadoPara', undefined],
  ['FATOR_CUMPRIDO', 3, 'provadoPara', { cpf: '11144477735', dataNascimento: '1990-01-31' }],
  ['FATOR_CUMPRIDO', 1, 'signatarioId', STRANGER],
  ['LEITURA_CONCLUIDA', 0, 'signatarioId', STRANGER],
  ['LEITURA_CONCLUIDA', 0, 'paginas', 7],
  ['ACEITE_REGISTRADO', 0, 'signatarioId', STRANGER],
  ['ACEITE_REGISTRADO', 0, 'textoHash', OTHER],
  ['ACEITE_REGISTRADO', 0, 'versao', '2'],
  ['ACEITE_REGISTRADO', 0, 'textoAceiteId', STRANGER],
  ['ASSINATURA_REGISTRADA', 0, 'signatarioId', STRANGER],
  ['ASSINATURA_REGISTRADA', 0, 'transacaoId', STRANGER],
  ['ASSINATURA_REGISTRADA', 0, 'funcao', 'TESTEMUNHA'],
  ['ASSINATURA_REGISTRADA', 0, 'hashArquivo', OTHER],
  ['ASSINATURA_REGISTRADA', 0, 'hashTextoAceite', OTHER],
  ['ASSINATURA_REGISTRADA', 0, 'hashTextoAceite', undefined],
  ['ASSINATURA_REGISTRADA', 0, 'hashValores', OTHER],
  ['ASSINATURA_REGISTRADA', 0, 'hashValores', undefined],
  ['DOCUMENTO_CONCLUIDO', 0, 'hashArquivo', OTHER],
];

const MEMBERS: [string, unknown][] = [
  ['ip', '198.51.100.1'],
  ['porta', 7],
  ['origemEndereco', 'PROXY_CONFIAVEL'],
  ['agenteUsuario', 'curl/8'],
  ['geolocalizacao', { pais: 'PT' }],
  ['tipoAtor', 'SISTEMA'],
  ['acao', 'ASSINATURA_RECUSADA'],
];

const REMOVED: [string, number][] = [
  ['DOCUMENTO_CRIADO', 0],
  ['DOCUMENTO_ENVIADO', 0],
  ['CONVITE_ENVIADO', -1],
  ['DOCUMENTO_VISUALIZADO', 1],
  ['SIGNATARIO_CORRIGIDO', 0],
  ['SIGNATARIO_REMOVIDO', 0],
  ['FATOR_CUMPRIDO', 1],
  ['FATOR_CUMPRIDO', 2],
  ['FATOR_CUMPRIDO', 3],
  ['LEITURA_CONCLUIDA', 0],
  ['ACEITE_REGISTRADO', 0],
  ['ASSINATURA_REGISTRADA', 0],
  ['ASSINATURA_REGISTRADA', 1],
  ['DOCUMENTO_CONCLUIDO', 0],
];

const take = ({ eventos }: OpenConteudo, event: Event) => eventos.splice(eventos.indexOf(event), 1);
const insert = ({ eventos }: OpenConteudo, at: number, event: Partial<Event>) => {
  const near = eventos[at] as Event;
  eventos.splice(at, 0, { ...structuredClone(near), id: `${STRANGER}${at}`, detalhe: {}, ...event });
};

/** An extra event at the end, before the conclusion. */
const added = (name: string, event: (conteudo: OpenConteudo) => Partial<Event>): Kind =>
  kind(name, { edit: (conteudo) => insert(conteudo, conteudo.eventos.length - 1, event(conteudo)) });

const first = ({ signatarios }: OpenConteudo) => ({ signatarioId: signatarios[0]?.signatarioId });

/** Two swapped events, with the times still in order. */
const swapped = (a: [string, number], b: [string, number]): Kind =>
  kind(`${a[0]} after ${b[0]}`, {
    edit: (conteudo) => {
      const { eventos } = conteudo;
      const [one, two] = [eventsOf(conteudo, a[0]).at(a[1]), eventsOf(conteudo, b[0]).at(b[1])];
      if (!one || !two) throw new Error('not there');
      const [i, j] = [eventos.indexOf(one), eventos.indexOf(two)];
      [eventos[i], eventos[j]] = [two, one];
      [one.ocorridoEm, two.ocorridoEm] = [two.ocorridoEm, one.ocorridoEm];
    },
  });

const TIMES = [
  ...['DOCUMENTO_CRIADO', 'DOCUMENTO_ENVIADO', 'LEITURA_CONCLUIDA', 'ACEITE_REGISTRADO', 'ASSINATURA_REGISTRADA'],
  ...['DOCUMENTO_CONCLUIDO'],
];

export const EVENTS: readonly Kind[] = [
  ...DETAILS.map(([acao, which, path, value]) =>
    kind(
      `${acao} ${which}: ${path} ${value === undefined ? 'left out' : `made ${JSON.stringify(value)}`}`.slice(0, 110),
      {
        edit: on(acao, which, (event) => put(event.detalhe as never, path, structuredClone(value))),
      },
    ),
  ),
  ...MEMBERS.map(([name, value]) =>
    kind(`signing event: ${name} made ${JSON.stringify(value)}`, {
      edit: on('ASSINATURA_REGISTRADA', 0, (event) => void Object.assign(event, { [name]: value })),
    }),
  ),
  ...REMOVED.map(([acao, which]) =>
    kind(`${acao} ${which} left out`, { edit: on(acao, which, (event, all) => void take(all, event)) }),
  ),
  ...TIMES.map((acao) =>
    kind(`${acao} one second earlier than it was`, {
      edit: on(acao, 0, (event) => {
        event.ocorridoEm = new Date(Date.parse(event.ocorridoEm) - 1000).toISOString();
      }),
    }),
  ),
  kind('times that go back', {
    edit: on('DOCUMENTO_CRIADO', 0, (event) => void Object.assign(event, { ocorridoEm: '2027-01-01T00:00:00.000Z' })),
  }),
  kind('an event with another’s id', {
    edit: ({ eventos }) => void Object.assign(eventos[3] ?? {}, { id: eventos[2]?.id }),
  }),
  kind('a signing twice', {
    edit: on('ASSINATURA_REGISTRADA', 0, (event, all) =>
      insert(all, all.eventos.indexOf(event) + 1, { ...event, id: 'x' }),
    ),
  }),
  kind('a conclusion twice', {
    edit: on('DOCUMENTO_CONCLUIDO', 0, (event, all) => insert(all, all.eventos.length - 1, { ...event, id: 'x' })),
  }),
  kind('a sending twice', { edit: on('DOCUMENTO_ENVIADO', 0, (event, all) => insert(all, 2, { ...event, id: 'x' })) }),
  swapped(['LEITURA_CONCLUIDA', 0], ['ACEITE_REGISTRADO', 0]),
  swapped(['ACEITE_REGISTRADO', 0], ['ASSINATURA_REGISTRADA', 0]),
  swapped(['FATOR_CUMPRIDO', 3], ['ASSINATURA_REGISTRADA', 0]),
  swapped(['DOCUMENTO_ENVIADO', 0], ['DOCUMENTO_VISUALIZADO', 0]),
  swapped(['ASSINATURA_REGISTRADA', 0], ['ASSINATURA_REGISTRADA', 1]),
  ...['DOCUMENTO_CANCELADO', 'DOCUMENTO_EXPIRADO', 'DOCUMENTO_RECUSADO', 'DOCUMENTO_EXCLUIDO'].map((acao) =>
    added(`${acao} before the conclusion`, () => ({ acao, detalhe: { motivo: 'x' } })),
  ),
  ...['DOCUMENTO_VISUALIZADO', 'FATOR_CUMPRIDO', 'LEITURA_CONCLUIDA', 'ACEITE_REGISTRADO', 'DADOS_CORRIGIDOS'].map(
    (acao) =>
      added(`${acao} of somebody who had signed`, (conteudo) => ({
        acao,
        detalhe: { ...first(conteudo), fator: 'EMAIL' },
      })),
  ),
  added('a refusal of somebody who had signed', (conteudo) => ({
    acao: 'ASSINATURA_RECUSADA',
    detalhe: { ...first(conteudo), motivo: 'x' },
  })),
  added('a signing by somebody who is not named', () => ({
    acao: 'ASSINATURA_REGISTRADA',
    detalhe: { signatarioId: STRANGER, hashArquivo: OTHER },
  })),
  added('somebody added after the sending', () => ({
    acao: 'SIGNATARIO_ADICIONADO',
    detalhe: { signatarioId: STRANGER },
  })),
  added('somebody who signed and was removed', (conteudo) => ({
    acao: 'SIGNATARIO_REMOVIDO',
    detalhe: first(conteudo),
  })),
  added('a correction after the signing', (conteudo) => ({
    acao: 'SIGNATARIO_CORRIGIDO',
    detalhe: { ...first(conteudo), alteracoes: { cpf: { de: '52998224725', para: '11144477735' } } },
  })),
  added('a correction after the signing, with what it makes void', (conteudo) => ({
    acao: 'SIGNATARIO_CORRIGIDO',
    detalhe: {
      ...first(conteudo),
      alteracoes: { nome: { de: conteudo.signatarios[0]?.nome, para: 'X' } },
      anulado: true,
    },
  })),
  added('a new file after the sending', () => ({
    acao: 'VERSAO_ENVIADA',
    detalhe: { hashArquivo: OTHER, paginas: 1 },
  })),
  added('a new version of the certificate that is not this one', () => ({
    acao: 'CERTIFICADO_REEMITIDO',
    detalhe: { versao: 2 },
  })),
  kind('an act after the conclusion', {
    amend: (conteudo) => {
      const last = conteudo.eventos.at(-1) as Event;
      conteudo.eventos.push({ ...structuredClone(last), id: 'x', acao: 'LEITURA_CONCLUIDA', detalhe: first(conteudo) });
    },
  }),
  kind('an act before the sending', {
    edit: (conteudo) => insert(conteudo, 1, { acao: 'FATOR_CUMPRIDO', detalhe: first(conteudo) }),
  }),
  kind('another version than the trail tells', { versao: 2, amend: ({ eventos }) => void eventos.pop() }),
  kind('a version between left out', { versao: 3, amend: ({ eventos }) => void eventos.splice(-2, 1) }),
  kind('issued an hour after the trail says', () => ({ emitidoEm: new Date('2026-11-21T15:00:00.250Z') })),
  kind('a conclusion of another signed file', {
    amend: on('DOCUMENTO_CONCLUIDO', 0, (event) => void Object.assign(event.detalhe, { hashAssinado: OTHER })),
  }),
  kind('a correction after the first view that voids nothing', {
    edit: (conteudo) => {
      const signing = eventsOf(conteudo, 'ACEITE_REGISTRADO')[0] as Event;
      const [one] = conteudo.signatarios;
      const detalhe = { ...first(conteudo), alteracoes: { cpf: { de: one?.cpf, para: '11144477735' } } };
      insert(conteudo, conteudo.eventos.indexOf(signing), {
        acao: 'SIGNATARIO_CORRIGIDO',
        detalhe,
        tipoAtor: 'SISTEMA',
      });
      if (one) one.cpf = '11144477735';
    },
  }),
  kind('a CPF corrected by the person after it was proven', {
    edit: (conteudo) => {
      const signing = eventsOf(conteudo, 'ASSINATURA_REGISTRADA')[0] as Event;
      const [one] = conteudo.signatarios;
      const detalhe = { ...first(conteudo), cpf: { de: '529.982.247-25', para: '111.444.777-35' } };
      insert(conteudo, conteudo.eventos.indexOf(signing), { acao: 'DADOS_CORRIGIDOS', detalhe });
      if (one) one.cpf = '11144477735';
    },
  }),
  kind('a refusal turned into a signature in the trail alone', {
    story: refused,
    edit: on('ASSINATURA_RECUSADA', 0, (event) => void Object.assign(event, { acao: 'ASSINATURA_REGISTRADA' })),
  }),
  kind('the first schema over a trail of the second', {
    edit: (conteudo) => void Object.assign(conteudo, { esquema: 'rubrica.certificado.v1' }),
  }),
  kind('the second schema over a trail of the first', {
    story: (original) => rich(original, { schema: 'v1' }),
    edit: (conteudo) =>
      void Object.assign(conteudo, {
        esquema: 'rubrica.certificado.v2',
        imagens: [],
        textosAceite: [],
        operador: null,
      }),
  }),
  ...(['titulo', 'paginas', 'criadoEm', 'enviadoEm', 'finalizadoEm'] as const).map((name) =>
    kind(`the first schema, with another ${name}`, {
      story: (original) => plainStory(original, { schema: 'v1' }),
      edit: (conteudo) =>
        put(
          conteudo,
          `documento.${name}`,
          name === 'titulo' ? 'Outro' : name === 'paginas' ? 9 : '2026-11-20T18:00:00.000Z',
        ),
    }),
  ),
  ...(['assinadoEm', 'ip', 'transacaoId', 'funcao', 'fatoresCumpridos', 'fatoresExigidos'] as const).map((name) =>
    kind(`the first schema, with another ${name} of somebody`, {
      story: (original) => plainStory(original, { schema: 'v1' }),
      edit: (conteudo) =>
        put(
          conteudo,
          `signatarios.0.${name}`,
          name.startsWith('fatores') ? [] : name === 'assinadoEm' ? '2026-11-20T18:00:00.000Z' : 'x',
        ),
    }),
  ),
];
