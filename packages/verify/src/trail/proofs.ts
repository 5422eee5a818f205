import { fromBase64, toHex } from '../bytes.ts';
import { canonicalJson } from '../canonical.ts';
import { sha256Hex } from '../crypto/sha256.ts';
import { type Conteudo, type Factor, type Signatario, V2 } from '../package/shapes.ts';
import { counted, ensure, Unsure } from '../report.ts';
import { OLDER } from './document.ts';
import { called, type Happened, type History, isWhen, livingActs, same } from './history.ts';
import { endOf } from './people.ts';

/** What was proven, agreed to and filled in, checked against its events. */

const signedOf = ({ signatarios }: Conteudo): Signatario[] => signatarios.filter(({ status }) => status === 'ASSINADO');

/** Each factor required of a signer was fulfilled, after the last correction and before signing. */
export function checkFactors(history: History): string {
  let count = 0;
  for (const signer of history.conteudo.signatarios) {
    const who = called(signer);
    const { fatoresCumpridos, fatoresExigidos } = signer;
    const names = fatoresCumpridos.map(({ fator }) => fator);
    ensure(new Set(names).size === names.length, `um fator de ${who} aparece duas vezes`);
    for (const { fator, cumpridoEm } of fatoresCumpridos) {
      const act = fulfilment(history, signer, fator);
      ensure(act, `a trilha não traz o cumprimento de ${fator} por ${who}`);
      ensure(isWhen(history, cumpridoEm, act), `${who} cumpriu ${fator} noutra hora, segundo a trilha`);
      ensure(act.index < endOf(history, signer).index, `${who} cumpriu ${fator} depois de agir`);
    }
    ensure(demandsAsTold(history, signer), `a trilha autenticou ${who} com outros fatores`);
    if (signer.status !== 'ASSINADO') continue;
    for (const fator of fatoresExigidos) {
      ensure(names.includes(fator), `${who} assinou sem cumprir ${fator}`);
      count++;
    }
  }
  return counted(count, 'fator exigido de quem assinou, cumprido', 'fatores exigidos de quem assinou, cumpridos');
}

/** Whether the required factors are those the person authenticated with, unless the sender changed them later. */
function demandsAsTold(history: History, { signatarioId, fatoresExigidos }: Signatario): boolean {
  const living = livingActs(history, signatarioId);
  const last = living.findLast(({ event }) => event.acao === 'SIGNATARIO_AUTENTICADO');
  const told = last?.event.detalhe.fatores;
  const changed = living.some(({ index, event }) => {
    const { campos, alteracoes } = event.detalhe;
    const names = [...(Array.isArray(campos) ? campos : []), ...Object.keys(alteracoes ?? {})];
    return index > (last?.index ?? 0) && event.acao === 'SIGNATARIO_CORRIGIDO' && names.includes('fatoresExigidos');
  });
  return changed || !Array.isArray(told) || same([...told].sort(), [...fatoresExigidos].sort());
}

/** The last fulfilment of a factor that still counts. */
function fulfilment(history: History, { signatarioId }: Signatario, fator: Factor): Happened | undefined {
  const living = livingActs(history, signatarioId);
  return living.findLast(({ event }) => event.acao === 'FATOR_CUMPRIDO' && event.detalhe.fator === fator);
}

const lower = (value: string | null): string | null => value?.toLowerCase() ?? null;

/** The value each factor must have been proven for: the person's own data (ADR 0033). */
const OWN: Readonly<Partial<Record<Factor, (signer: Signatario) => Record<string, unknown>>>> = {
  EMAIL: ({ contato }) => ({ email: lower(contato.email) }),
  SMS_OTP: ({ contato }) => ({ telefone: contato.telefone }),
  DADOS_PESSOAIS: ({ cpf, dataNascimento }) => ({ cpf, dataNascimento: dataNascimento ?? null }),
};

/** Each factor was proven for the person's own value. */
export function checkProven(history: History): string | Unsure {
  if (history.conteudo.esquema !== V2) return new Unsure(`${OLDER}: com que dado cada fator foi cumprido`);
  const undispatched: string[] = [];
  for (const signer of history.conteudo.signatarios) {
    const who = called(signer);
    for (const { fator, meio, provadoPara } of signer.fatoresCumpridos) {
      const act = fulfilment(history, signer, fator);
      const told = act?.event.detalhe;
      ensure(
        told && same(told.provadoPara, provadoPara) && told.meio === meio,
        `a prova de ${fator} de ${who} é outra na trilha`,
      );
      const own = OWN[fator]?.(signer);
      if (own) ensure(same(provadoPara, own), `${who} cumpriu ${fator} com dado que não é o seu`);
      else ensure(isOwnAuthenticator(provadoPara, signer), `${who} cumpriu ${fator} com dado que não é o seu`);
      if (meio === 'CODIGO' && !dispatched(history, signer, fator, provadoPara))
        undispatched.push(`${fator} de ${who}`);
    }
  }
  if (undispatched.length > 0) return new Unsure(`a trilha não traz o envio do código: ${undispatched.join(', ')}`);
  return 'cada fator com o dado de quem o cumpriu';
}

/** An authenticator enrolled for the person's address, or for this signer alone. */
function isOwnAuthenticator(proven: Record<string, unknown> | null | undefined, { contato }: Signatario): boolean {
  const { autenticadorId, email } = proven ?? {};
  return (
    typeof autenticadorId === 'string' && (email === null || (email !== undefined && email === lower(contato.email)))
  );
}

/**
 * Whether a code was sent to what was proven. The event follows the message, and may have come too late for the trail.
 */
function dispatched(
  history: History,
  signer: Signatario,
  fator: Factor,
  proven: Record<string, unknown> | null | undefined,
): boolean {
  const to = proven?.[fator === 'EMAIL' ? 'email' : 'telefone'];
  return (history.bySigner.get(signer.signatarioId) ?? []).some(({ event }) => {
    const { fator: asked, destino } = event.detalhe;
    return (
      event.acao === 'CODIGO_ENVIADO' && asked === fator && typeof destino === 'string' && destino.toLowerCase() === to
    );
  });
}

/** The text each person agreed to is the one in the package, in full. */
export function checkAcceptance(history: History): string | Unsure {
  const { conteudo } = history;
  const texts = conteudo.textosAceite ?? [];
  for (const { texto, textoHash, versao } of texts) {
    ensure(sha256Hex(texto) === textoHash, `o texto de aceite da versão ${versao} não é o que tem este hash`);
  }
  ensure(new Set(texts.map(({ textoHash }) => textoHash)).size === texts.length, 'um texto de aceite se repete');
  for (const signer of conteudo.signatarios) {
    const who = called(signer);
    const act = livingActs(history, signer.signatarioId).find(({ event }) => event.acao === 'ACEITE_REGISTRADO');
    const { textoAceite } = signer;
    ensure(Boolean(act) === (textoAceite !== null), `o pacote e a trilha não dizem o mesmo do aceite de ${who}`);
    if (!act || !textoAceite) continue;
    const { textoAceiteId, versao, textoHash } = textoAceite;
    const { signatarioId: _, ...told } = act.event.detalhe;
    ensure(
      same({ textoAceiteId, versao, textoHash }, pick(told, textoAceite)),
      `${who} aceitou outro texto, segundo a trilha`,
    );
    if (conteudo.esquema !== V2) continue;
    const text = texts.find((candidate) => candidate.textoHash === textoHash);
    ensure(
      text && text.textoAceiteId === textoAceiteId && text.versao === versao,
      `o pacote não traz o texto que ${who} aceitou`,
    );
    const signing = endOf(history, signer).event;
    const bound = signing.acao !== 'ASSINATURA_REGISTRADA' || signing.detalhe.hashTextoAceite === textoHash;
    ensure(bound, `${who} assinou sobre outro texto de aceite`);
  }
  if (conteudo.esquema !== V2) return new Unsure(`${OLDER}: o texto de aceite por inteiro`);
  return counted(texts.length, 'texto de aceite, por inteiro', 'textos de aceite, por inteiro');
}

const pick = (from: Record<string, unknown>, like: object): Record<string, unknown> =>
  Object.fromEntries(
    ['textoAceiteId', 'versao', 'textoHash'].filter((name) => name in like).map((name) => [name, from[name]]),
  );

const PNG = '89504e470d0a1a0a';

/** Every value and every picture is the one that was signed. */
export function checkValues(history: History): string | Unsure {
  const { conteudo } = history;
  if (conteudo.esquema !== V2) return new Unsure(`${OLDER}: o que cada pessoa preencheu`);
  const pictures = new Set<string>();
  for (const { sha256, base64 } of conteudo.imagens ?? []) {
    const bytes = fromBase64(base64);
    const own = bytes && sha256Hex(bytes);
    ensure(bytes && own === sha256, 'uma imagem do pacote não é a que tem este hash');
    ensure(toHex(bytes.subarray(0, 8)) === PNG, 'uma imagem do pacote não é PNG');
    ensure(!pictures.has(sha256), 'uma imagem do pacote se repete');
    pictures.add(sha256);
  }
  let count = 0;
  for (const signer of conteudo.signatarios) {
    const who = called(signer);
    const { detalhe } = endOf(history, signer).event;
    const { valores } = signer;
    if (signer.status !== 'ASSINADO') {
      ensure(!valores, `o pacote traz valores de ${who}, que recusou`);
      continue;
    }
    ensure(valores, `o pacote não traz o que ${who} preencheu`);
    const { sal, itens } = valores;
    const hash = sha256Hex(`${sal}\n${canonicalJson(itens)}`);
    ensure(hash === detalhe.hashValores, `o que ${who} preencheu não é o que a assinatura registrou`);
    const ids = itens.map(({ campoId }) => campoId);
    ensure(
      new Set(ids).size === ids.length && same(ids, [...ids].sort()),
      `os campos de ${who} se repetem ou estão fora de ordem`,
    );
    ensure(
      itens.every((item) => same(Object.keys(item).sort(), ['campoId', 'valor'])),
      `os campos de ${who} dizem mais do que deviam`,
    );
    count += itens.length;
  }
  const salts = [
    ...signedOf(conteudo).flatMap(({ valores }) => valores?.sal ?? []),
    ...conteudo.signatarios.flatMap(({ noEnvio }) => noEnvio?.sal ?? []),
    ...(conteudo.camposDoRemetente ? [conteudo.camposDoRemetente.sal] : []),
  ];
  ensure(new Set(salts).size === salts.length, 'um sal se repete');
  return `${counted(count, 'valor', 'valores')} e ${counted(pictures.size, 'imagem', 'imagens')}`;
}
