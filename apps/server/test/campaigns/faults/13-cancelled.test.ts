import { expect, it } from 'vitest';
import {
  call,
  draft,
  field,
  newSender,
  person,
  retryAfter,
  sharedService,
  untilWaitedFor,
} from '../../modules/support.ts';

/** A transaction that the database undoes, in favour of another one or because it takes too long. */

const service = sharedService();

it('is told as what passes, leaves nothing, and gets through when it is asked for again', async () => {
  const sender = await newSender(service());
  const envelopes = (rest: string, method: string, body?: unknown) =>
    call(`${sender.base}/envelopes${rest}`, method, body, sender.as);
  const envelope = (await envelopes('', 'POST', { titulo: 'Conjunto' })).body;
  const { id } = await draft(sender, { envelopeId: envelope.id, signatarios: [person()], campos: [field()] });
  const { refused } = await service().owner.begin(async (other) => {
    // Whoever finds the deadlock gives way: not this one.
    await other`set local deadlock_timeout = '1h'`;
    await other`select from documento where id = ${id} for update`;
    const refused = envelopes(`/${envelope.id}/enviar`, 'POST');
    await untilWaitedFor(other);
    await other`select from envelope where id = ${envelope.id} for update`;
    return { refused };
  });
  const answer = await refused;
  expect([answer.status, answer.body.codigo]).toEqual([503, 'SERVICO_INDISPONIVEL']);
  expect(retryAfter(answer)).toBeGreaterThan(0);
  expect((await envelopes(`/${envelope.id}`, 'GET')).body.status).toBe('RASCUNHO');
  expect((await envelopes(`/${envelope.id}/enviar`, 'POST')).status).toBe(200);
});

it('is told so, too, where a statement was cancelled because it waited too long', async () => {
  const sender = await newSender(service());
  const { id } = await draft(sender, { signatarios: [person()], campos: [field()] });
  const send = () => call(`${sender.base}/documentos/${id}/enviar`, 'POST', undefined, sender.as);
  const { refused } = await service().owner.begin(async (other) => {
    await other`select from documento where id = ${id} for update`;
    const refused = send();
    await untilWaitedFor(other);
    // As the server does by itself after `statement_timeout`.
    await other`
      select pg_cancel_backend(pid) from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
    return { refused: await refused };
  });
  expect([refused.status, refused.body.codigo]).toEqual([503, 'SERVICO_INDISPONIVEL']);
  expect(retryAfter(refused)).toBeGreaterThan(0);
  expect((await send()).status).toBe(200);
});
