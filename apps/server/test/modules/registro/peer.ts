import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKey } from '../../../../../packages/cli/src/witness/key.ts';
import { leave, listen } from '../../../../../packages/cli/src/witness/listen.ts';
import { Witness } from '../../../../../packages/cli/src/witness/witness.ts';
import { parseVerifierKey, type VerifierKey } from '../../../../../packages/verify/src/log/note.ts';
import { createWitness } from '../../../src/adapters/witness.ts';
import { readWitnessKey } from '../../../src/core/open-log/note.ts';

/** A witness of `rubrica testemunha` within the test; which logs it vouches for is said when they are known. */
export async function startPeerWitness(name: string) {
  const folder = await mkdtemp(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'rubrica-testemunha-'));
  const key = await openKey(folder, name);
  const logs: VerifierKey[] = [];
  const peer = new Witness({ folder, key, logs, onCosigned: () => {}, onFork: () => {} });
  const sizes: number[] = [];
  const { server, port } = await listen(0, '127.0.0.1', {
    key: key.text,
    addCheckpoint: (body) => {
      sizes.push(Number(Buffer.from(body).toString().split('\n\n')[1]?.split('\n')[1]));
      return peer.addCheckpoint(body);
    },
    onFailure: () => {},
  });
  const url = `http://127.0.0.1:${port}`;
  const witness = readWitnessKey(key.text);
  if (witness === null) throw new Error('a witness without a key');
  return {
    /** As WITNESSES has it. */
    setting: `${key.text} ${url}`,
    client: createWitness({ witness, url }),
    /** Of the heads that it was shown. */
    sizes,
    vouchFor: (vkey: string) => void logs.push(parseVerifierKey(vkey)),
    async stop() {
      await leave(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
