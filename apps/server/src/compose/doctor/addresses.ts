import type { IncomingMessage } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { Finding } from '@rubrica/contract';
import { parseAddress } from '../../core/networks.ts';
import { SEEN_PATH, type Seen, seenAuthorization } from '../../http/seen.ts';
import { type Check, failed, fine, type Subject, unverified, warned } from './check.ts';
import { counted, reasonOf } from './words.ts';

const NAME = 'Endereços';
const FORWARDED_NAME = 'Cabeçalhos de encaminhamento';
const ANSWER_MAX_BYTES = 16 * 1024;
const PROXY_DOC = 'docs/operations/internet.md, “The proxy in front”';

/** Calls PUBLIC_ORIGIN as anybody does, through whatever stands in front, and compares what was sent with what was seen. */
export const addresses: Check = {
  ponto: NAME,
  async run(subject, signal) {
    const secrets = await subject.secrets();
    if (secrets === null) {
      return [unverified(NAME, 'Não há chave mestra com que se identificar.', 'Inicie o serviço uma vez.')];
    }
    const url = `${subject.config.publicOrigin}${SEEN_PATH}`;
    try {
      const answer = await ask(url, seenAuthorization(secrets, new Date()), signal);
      if (answer.seen === null) return notOurs(subject, answer.status);
      return [compare(subject, answer.sent, answer.seen), forwarded(answer.seen)];
    } catch (error) {
      const advice = 'Confira PUBLIC_ORIGIN, o DNS, o proxy e o seu certificado, e se o serviço está no ar.';
      return [failed(NAME, `${subject.config.publicOrigin}: ${reasonOf(error)}.`, advice), forwardedUnknown()];
    }
  },
};

function notOurs({ config }: Subject, status: number): Finding[] {
  const fact = `${config.publicOrigin} respondeu ${status}, e não como esta instalação.`;
  const advice =
    'Confira para onde PUBLIC_ORIGIN leva, e que todos têm a mesma MASTER_KEY, a mesma versão e o relógio certo.';
  return [failed(NAME, fact, advice), forwardedUnknown()];
}

interface Sent {
  readonly ip: string;
  readonly port: number;
}

interface Answer {
  readonly sent: Sent;
  readonly status: number;
  /** Null if what answers is not this installation. */
  readonly seen: Seen | null;
}

function ask(url: string, authorization: string, signal: AbortSignal): Promise<Answer> {
  const request = url.startsWith('https:') ? requestTls : requestPlain;
  return new Promise((done, fail) => {
    const asked = request(url, { agent: false, signal, headers: { authorization } }, (response) => {
      const { localAddress = '', localPort = 0 } = response.socket;
      const sent = { ip: parseAddress(localAddress)?.toString() ?? localAddress, port: localPort };
      read(response).then((seen) => done({ sent, status: response.statusCode ?? 0, seen }), fail);
    });
    asked.once('error', fail);
    asked.end();
  });
}

async function read(response: IncomingMessage): Promise<Seen | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > ANSWER_MAX_BYTES) return null;
    chunks.push(chunk);
  }
  if (response.statusCode !== 200) return null;
  try {
    const said = JSON.parse(Buffer.concat(chunks).toString()) as Partial<Seen>;
    return typeof said.ip === 'string' && said.unbelieved !== undefined ? (said as Seen) : null;
  } catch {
    return null;
  }
}

function compare({ config }: Subject, sent: Sent, seen: Seen): Finding {
  const fact = `Enviado de ${sent.ip}:${sent.port}, visto de ${seen.ip}${seen.port === null ? '' : `:${seen.port}`}`;
  if (seen.forwarded && seen.origin === 'CONEXAO') {
    if (seen.trusted) {
      const advice = 'Rode o doutor de uma rede que não esteja em TRUST_PROXY, ou nomeie nela só o proxy.';
      return unverified(NAME, `${fact}: quem chamou também está em TRUST_PROXY, e não se distingue do proxy.`, advice);
    }
    const advice = `Ponha ${seen.peer} em TRUST_PROXY, e faça o proxy definir X-Forwarded-For (${PROXY_DOC}).`;
    return failed(NAME, `${fact}: toda assinatura é registrada com o endereço do proxy, ${seen.peer}.`, advice);
  }
  const how = seen.origin === 'CONEXAO' ? 'sem proxy' : `por um proxy de confiança, ${seen.peer}`;
  if (seen.ip !== sent.ip) return differs(`${fact}, ${how}`, sent, seen);
  if (seen.port === sent.port) return fine(NAME, `${fact}, ${how}.`);
  const advice = `Faça o proxy definir X-Forwarded-Client-Port com a porta de quem chama (${PROXY_DOC}).`;
  // A port is what tells apart who shares an address (Marco Civil, art. 15); a developer needs none.
  const said = seen.port === null ? 'a porta não chega' : 'a porta é outra';
  return (config.production ? warned : unverified)(NAME, `${fact}, ${how}: ${said}.`, advice);
}

const isPublic = (ip: string): boolean => parseAddress(ip)?.range() === 'unicast';

/** Between here and there the address changed: by a translation of the network, or by a proxy that hides its callers. */
function differs(fact: string, sent: Sent, seen: Seen): Finding {
  const advice = `Compare com o endereço público desta rede; se for o de um proxy seu, ele não diz quem chama (${PROXY_DOC}).`;
  if (isPublic(seen.ip) && !isPublic(sent.ip)) {
    return unverified(NAME, `${fact}: há uma tradução de endereços (NAT) no caminho.`, advice);
  }
  return warned(NAME, `${fact}: não são o mesmo endereço.`, advice);
}

function forwarded({ unbelieved: { total, lastAt, lastPeer }, since: began }: Seen): Finding {
  const since = `desde ${began}, no processo que respondeu`;
  if (total === 0) return fine(FORWARDED_NAME, `Nenhum de quem TRUST_PROXY não nomeia, ${since}.`);
  const fact = `${counted(total, 'requisição', 'requisições')} de quem TRUST_PROXY não nomeia, ${since}; a última em ${lastAt}, de ${lastPeer}.`;
  const advice = `Se ${lastPeer} é o seu proxy, ponha-o em TRUST_PROXY; se não, alguém tenta forjar o próprio endereço, em vão.`;
  return warned(FORWARDED_NAME, fact, advice);
}

const forwardedUnknown = () => unverified(FORWARDED_NAME, 'O serviço não respondeu; só ele os conta.');
