import { createDoor } from '../../adapters/outgoing.ts';
import { type Check, failed, fine } from './check.ts';
import { reasonOf } from './words.ts';

const NAME = 'Saída de webhooks';
const ANSWER_MS = 7_000;

/** One request by the door that webhooks leave by: the name resolved, its addresses checked, TLS verified. */
export const webhooks: Check = {
  ponto: NAME,
  async run({ config }, given) {
    const url = config.doctor.outside;
    const door = createDoor({ allowNetworks: config.webhookAllowNetworks });
    const signal = AbortSignal.any([given, AbortSignal.timeout(ANSWER_MS)]);
    const began = performance.now();
    try {
      const { address, client, close } = await door.open(url, ANSWER_MS, signal);
      try {
        const { statusCode, body } = await client.request({ method: 'HEAD', path: address.pathname, signal });
        await body.dump();
        const tls = address.protocol === 'https:' ? ' com TLS conferido' : '';
        return [
          fine(
            NAME,
            `${url} respondeu ${statusCode} em ${Math.round(performance.now() - began)} ms,${tls || ' sem TLS'}.`,
          ),
        ];
      } finally {
        close();
      }
    } catch (error) {
      const advice =
        'Libere a saída por HTTPS e o DNS deste processo, ou ponha em DOCTOR_OUTSIDE um endereço que deva responder.';
      return [failed(NAME, `${url}: ${reasonOf(error)}.`, advice)];
    } finally {
      await door.close();
    }
  },
};
