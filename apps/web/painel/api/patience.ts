import { faultOf } from '../../kit/api.ts';

/** Longer pauses than this are told instead of waited for. */
const LONGEST_S = 60;
const TRIES = 6;

/**
 * Makes a call, and again after the pause the service asks for where too many came in a minute: one act over many
 * documents is many calls.
 * @param onPause told how many seconds it waits
 */
export async function patiently<T>(call: () => Promise<T>, onPause?: (seconds: number) => void): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind !== 'limit' || fault.seconds > LONGEST_S || tries === TRIES) throw error;
      onPause?.(fault.seconds);
      await new Promise((done) => setTimeout(done, fault.seconds * 1000));
    }
  }
}
