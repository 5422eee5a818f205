import { expect, it } from 'vitest';
import { messagesTo, newSender, person, sent, sharedService, signer, tokenOf, until } from '../../modules/support.ts';

/** A name that ends in a full stop, as that of “Acácia Ltda.” does, needs no second one after it. */

const service = sharedService();

it('a message to a phone has one full stop after a name that ends in one', async () => {
  const sender = await newSender(service());
  const [invited, coded] = ['+5511900000151', '+5511900000152'];
  const documento = await sent(sender, {
    signatarios: [person({ telefone: coded, fatoresExigidos: ['EMAIL', 'SMS_OTP'] })],
  });
  await sent(sender, { signatarios: [person({ telefone: invited, metodoEntrega: 'SMS' })] });
  const one = signer(sender.base, tokenOf(documento.signatarios[0]));
  await one.open();
  expect((await one.otp('SMS_OTP')).status).toBe(200);
  for (const phone of [invited, coded]) {
    const [message] = await until(async () => {
      const found = await messagesTo(sender, phone);
      return found.length > 0 && found;
    });
    expect(message?.texto).toContain('Acácia Ltda.');
    expect(message?.texto).not.toContain('..');
  }
});
