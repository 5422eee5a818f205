import type {
  CampoNoEnvio,
  ConteudoCertificado,
  ConteudoCertificadoV2,
  EventoAuditoria,
  EvidenciaSignatario,
  EvidenciaSignatarioV2,
  ProvadoPara,
} from '@rubrica/contract';
import { FIELD_KINDS, takesPicture } from '@rubrica/contract';
import { formatCpf } from '@rubrica/contract/brazil';
import type { CertificateSigner, CertificateView } from '@rubrica/pdf';
import { deviceInWords } from './device.ts';
import { FACTOR_WORDS, FIELD_WORDS, MEANS_WORDS, moment, present, ROLE_WORDS, STATUS_WORDS } from './words.ts';

const at = (value: string | null): string | undefined => (value === null ? undefined : moment(value));

const IP_SOURCES = {
  CONEXAO: 'endereço da própria conexão',
  PROXY_CONFIAVEL: 'informado pelo proxy de confiança do serviço',
  SIMULACAO: 'ato simulado no sandbox',
} as const;

const WAYS = {
  EMAIL: 'link por e-mail',
  SMS: 'link por SMS',
  LINK: 'link entregue pelo remetente',
  WHATSAPP: 'link por WhatsApp',
};

/** A signer's evidence for people; lines without data in the first schema are left out. */
export function signerView(
  row: EvidenciaSignatario | EvidenciaSignatarioV2,
  conteudo: ConteudoCertificado,
): CertificateSigner {
  const { contato, geolocalizacao: place } = row;
  const address = contato.metodoEntrega === 'SMS' ? contato.telefone : contato.email;
  return present<CertificateSigner>({
    name: row.nome ?? contato.email ?? contato.telefone ?? 'Signatário',
    role: ROLE_WORDS[row.funcao],
    contact: `${address ? `${address} — ` : ''}${WAYS[contato.metodoEntrega]}`,
    inPerson: inPersonOf(row, conteudo.eventos),
    document: row.cpf ? `CPF ${formatCpf(row.cpf)}` : undefined,
    transactionId: row.transacaoId ?? undefined,
    status: STATUS_WORDS[row.status],
    refusal: row.motivoRecusa ?? undefined,
    factors: row.fatoresExigidos.map((fator) =>
      present<CertificateSigner['factors'][number]>({
        name: FACTOR_WORDS[fator],
        fulfilledAt: at(row.fatoresCumpridos.find((done) => done.fator === fator)?.cumpridoEm ?? null),
      }),
    ),
    provenBy: 'noEnvio' in row ? proofsOf(row, conteudo.eventos) : undefined,
    steps: present<CertificateSigner['steps']>({
      sentAt: at(row.enviadoEm),
      viewedAt: at(row.visualizadoEm),
      authenticatedAt: undefined,
      readAt: at(row.leituraConcluidaEm),
      acceptedAt: at(row.aceiteEm),
      signedAt: at(row.assinadoEm),
      refusedAt: at(row.recusadoEm),
    }),
    ip: row.ip ?? undefined,
    port: row.porta ?? undefined,
    ipSource: row.origemEndereco ? IP_SOURCES[row.origemEndereco] : undefined,
    device: 'dispositivo' in row ? (row.dispositivo ?? undefined) : undefined,
    userAgent: row.agenteUsuario ?? undefined,
    location: place ? [place.cidade, place.estado, place.pais].filter(Boolean).join(', ') || undefined : undefined,
    locationPrecision: place ? `estimada pelo IP, com precisão de ${place.precisao.toLowerCase()}` : undefined,
    acceptance: row.textoAceite ? `versão ${row.textoAceite.versao}, SHA-256 ${row.textoAceite.textoHash}` : undefined,
    values: 'valores' in row && 'campos' in conteudo ? valuesOf(row, conteudo) : undefined,
    passedOn: someOf(passedOn(row.signatarioId, conteudo.eventos)),
    corrections: someOf(correctionsOf(row.signatarioId, conteudo.eventos)),
  });
}

/** What the sender said of where the person signed or refused, as the trail has it of that act. */
function inPersonOf(
  { signatarioId, status }: EvidenciaSignatario,
  eventos: readonly EventoAuditoria[],
): string | undefined {
  const acao = status === 'ASSINADO' ? 'ASSINATURA_REGISTRADA' : 'ASSINATURA_RECUSADA';
  const act = eventos.findLast((event) => event.acao === acao && event.detalhe.signatarioId === signatarioId);
  if (act?.detalhe.presencial !== true) return undefined;
  return `segundo quem enviou, ${status === 'ASSINADO' ? 'assinou' : 'recusou'} no aparelho que lhe foi entregue`;
}

const someOf = <T>(list: readonly T[]): T[] | undefined => (list.length > 0 ? [...list] : undefined);

/** Each required factor with the value it was proven for; undefined if one of them has no known value. */
function proofsOf(row: EvidenciaSignatarioV2, eventos: readonly EventoAuditoria[]): CertificateSigner['provenBy'] {
  const proofs = row.fatoresExigidos.flatMap((fator) => {
    const done = row.fatoresCumpridos.find((one) => one.fator === fator);
    if (!done?.provadoPara) return [];
    const how = done.meio === null ? '' : (MEANS_WORDS[done.meio] ?? done.meio);
    return [
      present<NonNullable<CertificateSigner['provenBy']>[number]>({
        factor: FACTOR_WORDS[fator],
        value: proofInWords(done.provadoPara),
        at: moment(done.cumpridoEm),
        how,
        elsewhere: elsewhere(row, fator, eventos),
      }),
    ];
  });
  return proofs.length === row.fatoresExigidos.length ? someOf(proofs) : undefined;
}

/**
 * Where a factor was fulfilled, if the person did not act from there: a link may be read on one device and signed on another,
 * and whoever else holds it may sign after its person proved who they are.
 */
function elsewhere(
  { signatarioId, ip, agenteUsuario }: EvidenciaSignatarioV2,
  fator: EvidenciaSignatarioV2['fatoresExigidos'][number],
  eventos: readonly EventoAuditoria[],
): string | undefined {
  const act = eventos.findLast(
    ({ acao, detalhe }) =>
      acao === 'FATOR_CUMPRIDO' && detalhe.signatarioId === signatarioId && detalhe.fator === fator,
  );
  if (!act || (act.ip === ip && act.agenteUsuario === agenteUsuario)) return undefined;
  const address = `IP ${act.ip ?? 'desconhecido'}`;
  if (act.agenteUsuario === agenteUsuario) return `de outro endereço (${address})`;
  const device = deviceInWords(act.agenteUsuario) ?? 'não identificado';
  return `em outro navegador (${device}, ${address})`;
}

function proofInWords(proof: ProvadoPara): string {
  if ('cpf' in proof) return `CPF ${formatCpf(proof.cpf)}, nascimento em ${dayInWords(proof.dataNascimento)}`;
  if ('telefone' in proof) return proof.telefone;
  if (!('autenticadorId' in proof)) return proof.email;
  const whose = proof.email === null ? 'só deste documento' : `cadastrado por ${proof.email}`;
  return `aplicativo ${proof.autenticadorId}, ${whose}`;
}

const dayInWords = (day: string) => day.split('-').reverse().join('/');

/** The values filled in, by field name. A picture is identified by its hash, because the pages show it. */
function valuesOf(row: EvidenciaSignatarioV2, { campos, imagens }: ConteudoCertificadoV2): CertificateSigner['values'] {
  const pictures = new Set(imagens.map(({ sha256 }) => sha256));
  return someOf(
    (row.valores?.itens ?? []).map(({ campoId, valor }) => {
      const field = campos.find((one) => one.campoId === campoId);
      const label = field ? fieldInWords(field) : campoId;
      if (typeof valor === 'boolean') return { label, value: tickInWords(valor) };
      const drawn = field !== undefined && takesPicture(field.tipo);
      return { label, value: drawn && pictures.has(valor) ? `figura, SHA-256 ${valor}` : valor };
    }),
  );
}

/** What the sender wrote on the pages; undefined if nothing, or in a package that does not tell. */
export const senderFieldsOf = ({ camposDoRemetente: own }: ConteudoCertificadoV2): CertificateView['senderFields'] =>
  someOf(
    (own?.campos ?? []).flatMap((field) => {
      const { tipo, valorPadrao } = field;
      if (!valorPadrao) return [];
      const value = FIELD_KINDS[tipo].holds === 'CHECK' ? tickInWords(valorPadrao === 'true') : valorPadrao;
      return [{ label: fieldInWords(field), value }];
    }),
  );

const fieldInWords = ({ rotulo, tipo, pagina }: Pick<CampoNoEnvio, 'rotulo' | 'tipo' | 'pagina'>): string =>
  `${rotulo ?? FIELD_WORDS[tipo]} (página ${pagina})`;

const tickInWords = (ticked: boolean): string => (ticked ? 'marcada' : 'não marcada');

/** Readable names for a signer's data. */
const DATA: Readonly<Record<string, string>> = {
  nome: 'nome',
  email: 'e-mail',
  telefone: 'telefone',
  cpf: 'CPF',
  dataNascimento: 'data de nascimento',
  metodoEntrega: 'forma de entrega',
  fatoresExigidos: 'fatores exigidos',
  funcao: 'função',
  ordem: 'ordem',
  presencial: 'presencial',
};

/** What was corrected after sending, by whom, from what to what, according to the events. */
function correctionsOf(signatarioId: string, eventos: readonly EventoAuditoria[]): string[] {
  const sent = eventos.findIndex(({ acao }) => acao === 'DOCUMENTO_ENVIADO');
  return eventos.slice(sent + 1).flatMap(({ acao, tipoAtor, ocorridoEm, detalhe }) => {
    if (detalhe.signatarioId !== signatarioId) return [];
    // What passing it on changed is told with that.
    if (acao === 'SIGNATARIO_CORRIGIDO' && tipoAtor === 'SIGNATARIO') return [];
    if (acao === 'DADOS_CORRIGIDOS') return [told(ocorridoEm, 'quem assina corrigiu', detalhe)];
    if (acao !== 'SIGNATARIO_CORRIGIDO' || !isRecord(detalhe.alteracoes)) return [];
    const voided = detalhe.anulado === true ? '; o que a pessoa tinha feito até ali deixou de valer' : '';
    return [`${told(ocorridoEm, 'o remetente corrigiu', detalhe.alteracoes)}${voided}`];
  });
}

/** Who passed the place on, what they had proved till then, to whom, and why, according to the events. */
function passedOn(signatarioId: string, eventos: readonly EventoAuditoria[]): string[] {
  const own = eventos.filter(({ detalhe }) => detalhe.signatarioId === signatarioId);
  return own.flatMap(({ acao, ocorridoEm, ator, detalhe }, index) => {
    if (acao !== 'SIGNATARIO_DELEGADO' || !isRecord(detalhe.para)) return [];
    const changes = own[index + 1]?.detalhe.alteracoes;
    const email = isRecord(changes) && isRecord(changes.email) ? changes.email.de : null;
    const before = own.slice(0, index);
    const since = before.findLastIndex((event) => event.detalhe.anulado === true) + 1;
    const proofs = before.slice(since).flatMap(({ acao: act, detalhe: { fator, provadoPara } }) => {
      if (act !== 'FATOR_CUMPRIDO') return [];
      const name = (FACTOR_WORDS as Record<string, string>)[String(fator)] ?? String(fator);
      return [isRecord(provadoPara) ? `${name} (${proofInWords(provadoPara as unknown as ProvadoPara)})` : name];
    });
    const who = typeof email === 'string' && email !== ator ? `${ator} (${email})` : ator;
    const proved = proofs.length > 0 ? `, que tinha provado ${proofs.join(' e ')},` : '';
    const why = typeof detalhe.motivo === 'string' ? `; motivo informado: ${detalhe.motivo}` : '';
    const { nome, email: to } = detalhe.para;
    return [
      `${moment(ocorridoEm)}: ${who}${proved} passou a assinatura a ${nome} (${to}), como o remetente permitiu${why}; o que tinha feito até ali não vale para quem assina`,
    ];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function told(ocorridoEm: string, who: string, changes: Record<string, unknown>): string {
  const parts = Object.entries(DATA).flatMap(([member, name]) => {
    const change = changes[member];
    return isRecord(change)
      ? [`${name}, de ${valueInWords(member, change.de)} para ${valueInWords(member, change.para)}`]
      : [];
  });
  return `${moment(ocorridoEm)}: ${who} ${parts.length > 0 ? parts.join('; ') : 'outros dados'}`;
}

function valueInWords(member: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nada';
  if (Array.isArray(value))
    return value.map((one) => (FACTOR_WORDS as Record<string, string>)[one] ?? String(one)).join(' e ');
  if (member === 'cpf') return formatCpf(String(value));
  if (member === 'dataNascimento') return dayInWords(String(value));
  if (member === 'metodoEntrega') return (WAYS as Record<string, string>)[String(value)] ?? String(value);
  if (member === 'funcao') return (ROLE_WORDS as Record<string, string>)[String(value)] ?? String(value);
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  return String(value);
}
