import { COMPLETION_ALARM_MS } from '@rubrica/contract';
import { expect, it, vi } from 'vitest';
import { completed, statusOf } from '../../campaigns/evidence/seals.ts';
import { newSender, ownService, person, readyToSign, sent, until } from '../support.ts';

/** The offline verifier judges every pair before it is handed out. */

const service = ownService();

async function refused(): Promise<number> {
  const metrics = await (await fetch(`${service().origin}/metrics`)).text();
  return Number(/^rubrica_files_refused_by_verifier_total (\d+)$/m.exec(metrics)?.[1]);
}

it('a document whose summary contradicts its trail is not completed until it does no more, and the operator is told', async () => {
  const logged = vi.spyOn(service().app.log, 'error');
  const before = await refused();
  const sender = await newSender(service());
  const signatario = person();
  const { id, signatarios } = await sent(sender, { titulo: 'Locação', signatarios: [signatario] });
  const one = await readyToSign(sender, { ...signatarios[0], email: signatario.email });
  // As by a fault, or by somebody with the database's password.
  await service().owner`update documento set titulo = 'Venda' where id = ${id}`;
  expect((await one.sign()).status).toBe(200);
  expect(await statusOf(sender, id)).not.toBe('ASSINADO');
  expect(await refused()).toBe(before + 1);
  expect(logged.mock.calls.some(([, text]) => String(text).startsWith('ALARM: the offline verifier'))).toBe(true);

  await service().owner`update documento set titulo = 'Locação' where id = ${id}`;
  service().clock.advance(COMPLETION_ALARM_MS + 1_000);
  await until(async () => (await statusOf(sender, id)) === 'ASSINADO');
});

it('a certificate over a trail that was rewritten is not issued again', async () => {
  const sender = await newSender(service());
  const id = await completed(sender);
  await service().owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      update evento_auditoria set corpo = replace(corpo, '"VISUALIZADO"', '"VISUALIZADA"') where documento_id = ${id}`;
    await sql`update certificado set conteudo = replace(conteudo, 'Contrato', 'Recibo') where documento_id = ${id}`;
  });
  const before = await refused();
  const again = await fetch(`${sender.base}/documentos/${id}/certificado`, { method: 'POST', headers: sender.as });
  expect(again.status).toBe(500);
  expect(await refused()).toBe(before + 1);
});
