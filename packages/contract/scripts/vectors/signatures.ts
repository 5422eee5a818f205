import { createHmac } from 'node:crypto';
import { SIGNATURE_HEADER, signature, standardHeaders } from '../../../../apps/server/src/modules/webhooks/sign.ts';
import { eventSchemas } from '../../src/index.ts';

const SENT_AT = 1_793_726_808;
/** As new webhooks have it, and as those of before. */
const SECRET = `whsec_${Buffer.alloc(32, 0x5b).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 0x07).toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.alloc(32, 0xfb).toString('base64url')}`;
const NAME = SIGNATURE_HEADER.toLowerCase();

const [EVENT] = (eventSchemas['document.completed'] as unknown as { examples: { eventoId: string }[] }).examples as [
  { eventoId: string },
];
const BODY = JSON.stringify(EVENT);
const ID = EVENT.eventoId;

const own = (secrets: readonly string[] = [SECRET], body = BODY, at = SENT_AT): Record<string, string> => ({
  [NAME]: signature(secrets, at, Buffer.from(body)),
});
const standard = (secrets: readonly string[] = [SECRET], body = BODY, at = SENT_AT) =>
  standardHeaders(secrets, ID, at, Buffer.from(body));

/** Whoever has forgotten to set the secret has this one, or the prefix alone, and so has everybody. */
const emptyOwn = (secret: string): Record<string, string> => ({
  [NAME]: `t=${SENT_AT},v1=${createHmac('sha256', secret).update(`${SENT_AT}.${BODY}`).digest('hex')}`,
});
const EMPTY_STANDARD = {
  'webhook-id': ID,
  'webhook-timestamp': String(SENT_AT),
  'webhook-signature': `v1,${createHmac('sha256', '').update(`${ID}.${SENT_AT}.${BODY}`).digest('base64')}`,
};

interface Given {
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret?: string;
  /** Seconds of the receiver's clock. */
  readonly now?: number;
}

const digestOf = (header: string | undefined) => header?.split('v1=')[1] ?? '';
const DIGEST = digestOf(own()[NAME]);
const unknown = JSON.stringify({ ...EVENT, evento: 'document.archived', novidade: { de: 'ç' } });

const ACCEPTED: Readonly<Record<string, Given>> = {
  'as the service sends it': { headers: { ...own(), ...standard() } },
  'the header of the contract alone': { headers: own() },
  'the headers of Standard Webhooks alone': { headers: standard() },
  'header names in any letter case': {
    headers: { [SIGNATURE_HEADER]: own()[NAME] ?? '' },
  },
  'Standard Webhooks in any letter case': {
    headers: Object.fromEntries(Object.entries(standard()).map(([name, value]) => [name.toUpperCase(), value])),
  },
  'a secret that is no standard base64': { headers: own([OLD_SECRET]), secret: OLD_SECRET },
  'during a rotation, the secret of before': { headers: { ...own([OTHER, SECRET]), ...standard([OTHER, SECRET]) } },
  'during a rotation, the secret of after': { headers: { ...own([SECRET, OTHER]), ...standard([SECRET, OTHER]) } },
  'Standard Webhooks during a rotation': { headers: standard([OTHER, SECRET]) },
  'a version to come beside it': { headers: { [NAME]: `t=${SENT_AT},v2=zz,v1=${DIGEST}` } },
  'blanks between the pairs': { headers: { [NAME]: `t=${SENT_AT}, v1=${DIGEST}` } },
  'Standard Webhooks with a version to come beside it': {
    headers: { ...standard(), 'webhook-signature': `v1a,AAAA ${standard()['webhook-signature']}` },
  },
  'five minutes late': { headers: own(), now: SENT_AT + 300 },
  'five minutes early': { headers: own(), now: SENT_AT - 300 },
  'Standard Webhooks five minutes late': { headers: standard(), now: SENT_AT + 300 },
  'an event, a field and a letter that are new': { headers: own([SECRET], unknown), body: unknown },
};

const REFUSED: Readonly<Record<string, Given>> = {
  'no header': { headers: {} },
  'an empty header': { headers: { [NAME]: '' } },
  'a changed byte': { headers: own(), body: `${BODY} ` },
  'another secret': { headers: own(), secret: OTHER },
  'another time': { headers: { [NAME]: `t=${SENT_AT + 1},v1=${DIGEST}` } },
  'no signature': { headers: { [NAME]: `t=${SENT_AT}` } },
  'only a version to come': { headers: { [NAME]: `t=${SENT_AT},v2=${DIGEST}` } },
  'two times': { headers: { [NAME]: `t=${SENT_AT},t=${SENT_AT},v1=${DIGEST}` } },
  'no time': { headers: { [NAME]: `v1=${DIGEST}` } },
  'a time that is no number of seconds': { headers: { [NAME]: `t=1e9,v1=${DIGEST}` } },
  'a signature cut short': { headers: { [NAME]: `t=${SENT_AT},v1=${DIGEST.slice(2)}` } },
  'a signature in upper case': { headers: { [NAME]: `t=${SENT_AT},v1=${DIGEST.toUpperCase()}` } },
  'over five minutes late': { headers: own(), now: SENT_AT + 301 },
  'over five minutes early': { headers: own(), now: SENT_AT - 301 },
  'a header of the contract that does not hold, whatever stands beside it': {
    headers: { ...standard(), [NAME]: `t=${SENT_AT},v1=${'0'.repeat(64)}` },
  },
  'Standard Webhooks with a changed byte': { headers: standard(), body: `${BODY} ` },
  'Standard Webhooks with another secret': { headers: standard(), secret: OTHER },
  'Standard Webhooks with another id': { headers: { ...standard(), 'webhook-id': `${ID}0` } },
  'Standard Webhooks without its id': {
    headers: { 'webhook-timestamp': String(SENT_AT), 'webhook-signature': standard()['webhook-signature'] ?? '' },
  },
  'Standard Webhooks with another time': { headers: { ...standard(), 'webhook-timestamp': String(SENT_AT + 1) } },
  'Standard Webhooks with a time that is no number of seconds': {
    headers: { ...standard(), 'webhook-timestamp': '1e9' },
  },
  'Standard Webhooks with only a version to come': {
    headers: { ...standard(), 'webhook-signature': (standard()['webhook-signature'] ?? '').replace('v1,', 'v2,') },
  },
  'Standard Webhooks over five minutes late': { headers: standard(), now: SENT_AT + 301 },
  'an empty secret': { headers: emptyOwn(''), secret: '' },
  'a secret that is its prefix alone': { headers: emptyOwn('whsec_'), secret: 'whsec_' },
  'Standard Webhooks under an empty secret': { headers: EMPTY_STANDARD, secret: '' },
  'Standard Webhooks under a secret that is its prefix alone': { headers: EMPTY_STANDARD, secret: 'whsec_' },
  'Standard Webhooks under a secret that is no standard base64': { headers: standard(), secret: OLD_SECRET },
};

const told = (result: 'accepted' | 'refused', table: Readonly<Record<string, Given>>) =>
  Object.entries(table).map(([name, { body = BODY, headers, secret = SECRET, now = SENT_AT }]) => ({
    name,
    body,
    headers,
    secret,
    now,
    result,
    ...(result === 'accepted' ? { eventoId: ID } : {}),
  }));

/** Deliveries, and whether a client takes them for the service's. */
export const signatureVectors = () => [...told('accepted', ACCEPTED), ...told('refused', REFUSED)];
