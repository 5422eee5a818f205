import { OTP_RESEND_MS } from '@rubrica/contract/limits';
import { faultOf } from '../kit/api.ts';
import type { Road } from './journey.ts';
import type { FactorState, OtpFactor } from './state.ts';
import { openDocuments } from './steps.ts';

/** The acts of proving who one is, on top of the road. */

const FACTORS = ['EMAIL', 'SMS_OTP', 'TOTP', 'DADOS_PESSOAIS'] as const;
export type Factor = (typeof FACTORS)[number];
export const isFactor = (text: string): text is Factor => (FACTORS as readonly string[]).includes(text);

/** A factor that is still open after a right answer is asked about again, for the next document's own address. */
function anew(road: Road, fator: string): void {
  const { [fator]: _, ...factors } = road.state.factors;
  road.set({ factors });
}

function update(road: Road, fator: string, change: FactorState): void {
  const { factors } = road.state;
  road.set({ factors: { ...factors, [fator]: { ...factors[fator], ...change } } });
}

const stillOpen = (road: Road, fator: string) =>
  road.state.session?.fatores.some((row) => row.fator === fator && !row.cumprido) ?? false;

/** Asks for a code to be sent, or for what the authenticator needs. */
export function askCode(road: Road, fator: OtpFactor): Promise<void> {
  return road.act(
    `pedir:${fator}`,
    async () => {
      try {
        const asked = await road.api.client.solicitarCodigo({ params: { token: road.token }, body: { fator } });
        const moments =
          'reenvioEm' in asked
            ? {
                resendAt: Date.now() + Math.min(OTP_RESEND_MS, road.api.until(asked.reenvioEm)),
                expiresAt: Date.now() + road.api.until(asked.expiraEm),
              }
            : {};
        update(road, fator, { asked, problem: null, ...moments });
      } catch (error) {
        const fault = faultOf(error);
        if (fault.kind !== 'limit') throw error;
        const until = Date.now() + fault.seconds * 1000;
        // Within a minute of the last one a code is on its way: another tab asked, or the answer to the first was lost.
        const sent = fault.seconds <= OTP_RESEND_MS / 1000;
        update(
          road,
          fator,
          sent
            ? { resendAt: until, problem: null, asked: road.state.factors[fator]?.asked ?? SENT }
            : { restsUntil: until, problem: 'limite' },
        );
      }
    },
    () => stillOpen(road, fator),
  );
}

/** A code is on its way, asked for elsewhere. */
const SENT = { fator: 'EMAIL', destinoMascarado: '', expiraEm: '', reenvioEm: '' } as const;

type Answer = { fator: OtpFactor; codigo: string } | { fator: 'DADOS_PESSOAIS'; cpf: string; dataNascimento: string };

/** Answers one factor. @returns through the state: fulfilled, wrong with the tries left, or at rest */
export function answer(road: Road, body: Answer): Promise<void> {
  const { fator } = body;
  return road.act(
    `responder:${fator}`,
    async () => {
      try {
        const { fatores, autenticado } = await road.api.client.autenticarSignatario({
          params: { token: road.token },
          body,
        });
        update(road, fator, { problem: null });
        const { session } = road.state;
        // Until the session was opened anew it has nothing of the documents.
        if (session) road.learn({ session: { ...session, fatores } });
        if (stillOpen(road, fator)) anew(road, fator);
        if (autenticado) {
          await road.open();
          // What files contain beyond their pages is told before they are read, and not before somebody proved who they are.
          const { session: opened } = road.state;
          if (opened && !openDocuments(opened).some(({ conteudoAtivo }) => conteudoAtivo.length > 0))
            road.next('fatores');
        }
      } catch (error) {
        const fault = faultOf(error);
        if (fault.kind === 'limit') {
          update(road, fator, { restsUntil: Date.now() + fault.seconds * 1000, problem: 'limite' });
        } else if (fault.kind === 'refused' && fault.error.status === 401) {
          const left = fault.error.problem?.tentativasRestantes;
          update(road, fator, { problem: 'wrong', ...(left === undefined ? {} : { triesLeft: left }) });
        } else throw error;
      }
    },
    () => stillOpen(road, fator),
  );
}
