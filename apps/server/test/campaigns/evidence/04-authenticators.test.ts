import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  codeSentTo,
  linkSentTo,
  messagesTo,
  newSender,
  ownService,
  person,
  refusal,
  type Sender,
  type Signer,
  sent,
  signer,
  tokenOf,
  trailOf,
  until,
  wrong,
} from '../../modules/support.ts';
import { BORN, CPF, correct, detailsOf, OTHER_CPF, personal, sentEnvelope } from './support.ts';

/** Line 4: authenticators enrolled for somebody else, and answers guessed at through many links. */

const service = ownService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const MINUTE = 60_000;
const advance = (ms: number) => service().clock.advance(ms);
const codeOf = (segredo: string) =>
  new TOTP({ secret: Secret.fromBase32(segredo) }).generate({ timestamp: service().clock.now().getTime() });

/** A document that asks this person for these factors, by a link handed out. */
async function waiting(email: string, fatoresExigidos: string[], more: object = {}) {
  const signatarios = [person({ email, fatoresExigidos, ...more })];
  const documento = await sent(sender, { fatoresExigidos: [fatoresExigidos[0]], signatarios });
  return { documento, one: signer(sender.base, tokenOf(documento.signatarios[0])) };
}

const proveEmail = async (one: Signer, email: string, nth = 1) => {
  await one.otp('EMAIL');
  expect((await one.answer('EMAIL', await codeSentTo(sender, email, nth))).status).toBe(200);
};

/** The secret offered, confirmed by its code. */
async function enrol(one: Signer): Promise<string> {
  const { segredo } = (await one.otp('TOTP')).body;
  expect((await one.answer('TOTP', codeOf(segredo))).status).toBe(200);
  advance(MINUTE);
  return segredo;
}

const proofsIn = async (id: string, fator = 'TOTP') =>
  detailsOf(await trailOf(sender, id), 'FATOR_CUMPRIDO').flatMap((one) =>
    one.fator === fator ? [one.provadoPara] : [],
  );

describe('whoever holds only a link that was handed out', () => {
  it('enrols an authenticator for that signer of that document alone, and for no e-mail', async () => {
    const { email } = person();
    const { documento, one } = await waiting(email, ['TOTP']);
    const stolen = await enrol(one);
    expect(await proofsIn(documento.id)).toEqual([{ autenticadorId: expect.any(String), email: null }]);

    const real = await waiting(email, ['EMAIL', 'TOTP']);
    await proveEmail(real.one, email);
    const offered = (await real.one.otp('TOTP')).body;
    expect(offered.segredo).toEqual(expect.any(String));
    expect(offered.segredo).not.toBe(stolen);
    expect(refusal(await real.one.answer('TOTP', codeOf(stolen)))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect((await real.one.answer('TOTP', codeOf(offered.segredo))).body.autenticado).toBe(true);
    expect(await proofsIn(real.documento.id)).toEqual([{ autenticadorId: expect.any(String), email }]);
  });

  it('answers in the next document of the e-mail with nothing they enrolled before', async () => {
    const { email } = person();
    await enrol((await waiting(email, ['TOTP'])).one);
    const next = await waiting(email, ['TOTP']);
    expect((await next.one.otp('TOTP')).body.segredo).toEqual(expect.any(String));
  });

  it('is asked for an authenticator of each document of an envelope', async () => {
    const who = person({ fatoresExigidos: ['TOTP'] });
    const of = { fatoresExigidos: ['TOTP'], signatarios: [who] };
    const documents = await sentEnvelope(sender, [of, of]);
    const one = signer(sender.base, tokenOf(documents[0]?.signatarios[0] ?? {}));
    await enrol(one);
    expect((await one.open()).body.fatores).toEqual([
      { fator: 'TOTP', cumprido: false, destinoMascarado: null, cadastrado: false },
    ]);
    await enrol(one);
    expect((await one.open()).body.autenticado).toBe(true);
  });
});

describe('a secret', () => {
  it('that somebody was offered and did not confirm is not the one the person confirms later', async () => {
    const { email } = person();
    const first = await waiting(email, ['EMAIL', 'TOTP']);
    await proveEmail(first.one, email);
    const seen = (await first.one.otp('TOTP')).body.segredo;
    const second = await waiting(email, ['EMAIL', 'TOTP']);
    await proveEmail(second.one, email, 2);
    const { segredo } = (await second.one.otp('TOTP')).body;
    expect(segredo).not.toBe(seen);
    expect(refusal(await second.one.answer('TOTP', codeOf(seen)))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect((await second.one.answer('TOTP', codeOf(segredo))).body.autenticado).toBe(true);
  });

  it('is offered only after the other factors', async () => {
    const { email } = person();
    const { one } = await waiting(email, ['DADOS_PESSOAIS', 'TOTP'], { cpf: CPF, dataNascimento: BORN });
    expect(refusal(await one.otp('TOTP'))).toEqual([409, 'CONFLITO']);
  });

  it('is kept for the e-mail only where EMAIL was proven through that very link', async () => {
    const who = person({ fatoresExigidos: ['EMAIL', 'TOTP'] });
    const documento = await sent(sender, { signatarios: [who] });
    await proveEmail(signer(sender.base, tokenOf(documento.signatarios[0])), who.email);
    expect((await about(sender, documento.id, '/reenviar', 'POST')).status).toBe(200);
    const [{ link }] = (await about(sender, documento.id)).body.signatarios;
    expect(link).not.toBe(documento.signatarios[0].link);
    await enrol(signer(sender.base, tokenOf({ link })));
    expect(await proofsIn(documento.id)).toEqual([{ autenticadorId: expect.any(String), email: null }]);
  });

  it('is kept for the e-mail whose mailed link was opened', async () => {
    const who = person({ metodoEntrega: 'EMAIL', fatoresExigidos: ['EMAIL', 'TOTP'] });
    const documento = await sent(sender, { signatarios: [{ ...who, email: who.email.toUpperCase() }] });
    const one = signer(sender.base, await linkSentTo(sender, who.email.toUpperCase()));
    await one.open();
    await enrol(one);
    expect(await proofsIn(documento.id)).toEqual([{ autenticadorId: expect.any(String), email: who.email }]);
  });
});

describe('guesses', () => {
  it('at one authenticator are five in a row through however many links, all at once', async () => {
    const { email } = person();
    const first = await waiting(email, ['EMAIL', 'TOTP']);
    await proveEmail(first.one, email);
    const segredo = await enrol(first.one);
    const others = [];
    for (let count = 0; count < 8; count += 1) others.push((await waiting(email, ['TOTP'])).one);
    const answers = await Promise.all(
      others.flatMap((one) => Array.from({ length: 4 }, () => one.answer('TOTP', wrong(codeOf(segredo))))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(answers.length - 4);
    expect((await others[0]?.answer('TOTP', codeOf(segredo)))?.status).toBe(429);
    advance(15 * MINUTE);
    expect((await others[0]?.answer('TOTP', codeOf(segredo)))?.body.autenticado).toBe(true);
  });

  it('at one CPF count over all signers of the organization, and at another they do not', async () => {
    const tries = async (one: Signer, count: number) => {
      const statuses: number[] = [];
      for (let at = 0; at < count; at += 1) statuses.push((await one.personal(CPF, `1950-01-0${at + 1}`)).status);
      return statuses;
    };
    const link = async (more: object = {}) =>
      signer(sender.base, tokenOf((await sent(sender, personal({}, more))).signatarios[0]));
    expect(await tries(await link(), 3)).toEqual([401, 401, 401]);
    expect(await tries(await link(), 2)).toEqual([401, 429]);
    expect((await (await link()).personal(CPF, BORN)).status).toBe(429);
    expect((await (await link({ cpf: OTHER_CPF })).personal(OTHER_CPF, BORN)).status).toBe(200);
    const stranger = await newSender(service());
    const { signatarios } = await sent(stranger, personal());
    expect((await signer(stranger.base, tokenOf(signatarios[0])).personal(CPF, BORN)).status).toBe(200);
  });

  it('a hundred of them through one link end it, until the sender sends again', async () => {
    const { email } = person();
    const { documento, one } = await waiting(email, ['EMAIL']);
    for (let round = 0; round < 20; round += 1) {
      for (let count = 0; count < 5; count += 1) {
        const answer = await one.answer('EMAIL', '000000');
        const last = round === 19 && count === 4;
        expect(answer.status).toBe(last ? 410 : count === 4 ? 429 : 401);
      }
      advance(15 * MINUTE);
    }
    expect(refusal(await one.open())).toEqual([410, 'LINK_INDISPONIVEL']);
    const told = await service().owner<{ acao: string; detalhe: object }[]>`
      select corpo::json ->> 'acao' as acao, corpo::json -> 'detalhe' as detalhe
        from evento_auditoria
       where documento_id = ${documento.id}
       order by sequencia`;
    expect(told.filter(({ acao }) => acao === 'FATOR_RECUSADO')).toHaveLength(100);
    expect(told.at(-1)).toEqual({
      acao: 'LINK_ENCERRADO',
      detalhe: { signatarioId: documento.signatarios[0].id, respostasErradas: 100 },
    });
    const again = await about(sender, documento.id, '/reenviar', 'POST');
    const fresh = signer(sender.base, tokenOf(again.body.signatarios[0]));
    await proveEmail(fresh, email);
    expect(refusal(await one.open())).toEqual([410, 'LINK_INDISPONIVEL']);
  });
});

describe('forgetting an authenticator', () => {
  const forget = ({ id, signatarios }: { id: string; signatarios: { id: string }[] }) =>
    about(sender, id, `/signatarios/${signatarios[0]?.id}/autenticador`, 'DELETE');

  it('has the person enrol another, voids what it proved in what is not ended, and tells trail and person', async () => {
    const { email } = person();
    const first = await waiting(email, ['EMAIL', 'TOTP']);
    await proveEmail(first.one, email);
    const old = await enrol(first.one);
    expect((await forget(first.documento)).status).toBe(204);
    expect((await about(sender, first.documento.id)).body.signatarios[0].fatoresCumpridos).toEqual(['EMAIL']);
    expect(detailsOf(await trailOf(sender, first.documento.id), 'TOTP_ESQUECIDO')).toEqual([
      { signatarioId: first.documento.signatarios[0].id, autenticadores: [expect.any(String)], anulado: true },
    ]);
    const told = await until(async () =>
      (await messagesTo(sender, email)).find(({ assunto }) => /autenticador foi desfeito/.test(assunto ?? '')),
    );
    expect(told.texto).toContain('Acácia Ltda.');
    const offered = (await first.one.otp('TOTP')).body.segredo;
    expect(offered).not.toBe(old);
    expect((await first.one.answer('TOTP', codeOf(offered))).body.autenticado).toBe(true);
  });

  it('without one to forget changes and tells nothing', async () => {
    const { documento } = await waiting(person().email, ['TOTP']);
    const before = await trailOf(sender, documento.id);
    expect((await forget(documento)).status).toBe(204);
    expect(await trailOf(sender, documento.id)).toEqual(before);
  });

  it('is done with a correction too: the authenticator of who stood there before does not come along', async () => {
    const { documento, one } = await waiting(person().email, ['TOTP']);
    await one.open();
    const old = await enrol(one);
    const { body } = await correct(sender, documento, { nome: 'Outra Pessoa' });
    const other = signer(sender.base, tokenOf(body));
    expect((await other.otp('TOTP')).body.segredo).not.toBe(old);
    expect(refusal(await other.answer('TOTP', codeOf(old)))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });
});
