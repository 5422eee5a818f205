import { beforeAll, describe, expect, it } from 'vitest';
import { elsewhere } from '../../harness.ts';
import {
  about,
  call,
  newSender,
  ownService,
  person,
  refusal,
  type Sender,
  sent,
  signer,
  tokenOf,
  trailOf,
  validateTest,
} from '../../modules/support.ts';
import { BORN, CPF, HOUR, personal, readAndAccept, sentEnvelope, several } from './support.ts';

/**
 * Line 5: the deadline was kept by a sweep alone. Here no sweep and no job runs at all (a process with the role `http`
 * and nothing beside it), and nothing is taken from the moment of the deadline on.
 */

const service = ownService(async () => ({ ROLES: 'http' }));
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const inAnHour = () => new Date(service().clock.now().getTime() + HOUR).toISOString();

/** A signer who proved, read and accepted: nothing is missing but the signature. */
async function ready(token: string) {
  const one = signer(sender.base, token);
  await one.open();
  expect((await one.personal(CPF, BORN)).body).toMatchObject({ autenticado: true });
  await readAndAccept(one);
  return one;
}

/** Refused as a link whose document has expired is: the same status, code and situation as after the sweep. */
const OVER = [410, 'LINK_INDISPONIVEL', 'EXPIRADO'];
const gone = ({ status, body }: { status: number; body: Record<string, unknown> | null }) => [
  status,
  body?.codigo,
  body?.situacaoLink,
];

describe.each(['prazoEm', 'expiraEm'])(
  'a document whose %s passed, with nothing running that expires it',
  (deadline) => {
    it('takes no act of a signer who was ready to sign', async () => {
      const { id, signatarios } = await sent(sender, personal({ [deadline]: inAnHour() }));
      const one = await ready(tokenOf(signatarios[0]));
      service().clock.advance(2 * HOUR);
      expect((await about(sender, id)).body.status).toBe('AGUARDANDO_ASSINATURAS');
      const before = (await trailOf(sender, id)).length;
      const answers = [
        await one.sign(),
        await one.refuse(),
        await one.file(),
        await one.read(),
        await one.accept('0'.repeat(64)),
        await one.open(),
      ];
      expect(answers.map(gone)).toEqual(Array(answers.length).fill(OVER));
      expect((await call(`${service().origin}/assinar/${tokenOf(signatarios[0])}/previa`)).status).toBe(410);
      expect(await trailOf(sender, id)).toHaveLength(before);
    });

    it('takes no proof of a signer who has yet to prove who they are', async () => {
      const { signatarios } = await sent(sender, personal({ [deadline]: inAnHour() }));
      const one = signer(sender.base, tokenOf(signatarios[0]));
      service().clock.advance(HOUR);
      expect(gone(await one.personal(CPF, BORN))).toEqual(OVER);
      expect(gone(await one.otp('EMAIL'))).toEqual(OVER);
    });

    it('takes no act of the sender that only a document in progress allows', async () => {
      const people = [person({ cpf: CPF, dataNascimento: BORN }), person({ cpf: CPF, dataNascimento: BORN })];
      const { id, signatarios } = await sent(sender, personal({ [deadline]: inAnHour(), ...several(...people) }));
      service().clock.advance(HOUR);
      const path = `/signatarios/${signatarios[0].id}`;
      const refused = [
        await about(sender, id, '/reenviar', 'POST'),
        await about(sender, id, '/cancelar', 'POST', { motivo: 'Desistência' }),
        await about(sender, id, path, 'PATCH', { nome: 'Outra Pessoa' }),
        await about(sender, id, path, 'DELETE'),
      ];
      expect(refused.map(refusal)).toEqual(Array(4).fill([409, 'CONFLITO']));
      expect(new Set(refused.map(({ body }) => body.detail))).toEqual(
        new Set(['O documento expirou e não permite esta operação.']),
      );
    });

    it('is EXPIRADO to the public', async () => {
      const { codigoValidacao } = await sent(sender, personal({ [deadline]: inAnHour() }));
      service().clock.advance(HOUR);
      const { body } = await validateTest(service(), { codigo: codigoValidacao }, elsewhere());
      expect(body.situacao).toBe('EXPIRADO');
    });
  },
);

it('the other documents of an envelope go on, and are signed without the one that is overdue', async () => {
  const who = person({ cpf: CPF, dataNascimento: BORN });
  const options = { fatoresExigidos: ['DADOS_PESSOAIS'], signatarios: [who] };
  const [late, kept] = await sentEnvelope(sender, [{ ...options, prazoEm: inAnHour() }, options]);
  const token = tokenOf(kept?.signatarios[0] ?? {});
  const one = await ready(token);
  service().clock.advance(HOUR);
  const ids = (body: { documentos: { id: string }[] }) => body.documentos.map(({ id }) => id);
  expect(ids((await one.open()).body)).toEqual([kept?.id]);
  expect(refusal(await one.refuse('Não.', late?.id))).toEqual([404, 'NAO_ENCONTRADO']);
  expect(ids((await one.sign()).body)).toEqual([kept?.id]);
  expect((await about(sender, late?.id ?? '')).body.signatarios[0].status).toBe('VISUALIZADO');
});

it('what everybody has signed does not expire, and is neither cancelled nor refused any more', async () => {
  const { id, signatarios } = await sent(sender, personal({ prazoEm: inAnHour() }));
  const one = await ready(tokenOf(signatarios[0]));
  // As when the process dies between the last signature and the sealed file.
  await one.sign();
  await service().owner`
    update documento
       set status = 'AGUARDANDO_ASSINATURAS', finalizado_em = null, arquivo_assinado_id = null
     where id = ${id}`;
  service().clock.advance(2 * HOUR);
  const cancelled = await about(sender, id, '/cancelar', 'POST', { motivo: 'Engano' });
  expect([...refusal(cancelled), cancelled.body.detail]).toEqual([
    409,
    'CONFLITO',
    'Todos já assinaram; o documento está sendo concluído.',
  ]);
  expect(refusal(await one.refuse())).toEqual([409, 'CONFLITO']);
  expect((await one.open()).body.documentos[0]).toMatchObject({ id, concluindo: true });
});

it('deleting an overdue document expires it first, so that everybody hears of it', async () => {
  const { id } = await sent(sender, personal({ prazoEm: inAnHour() }));
  service().clock.advance(HOUR);
  expect((await about(sender, id, '', 'DELETE')).status).toBe(204);
  const rows = await service().owner<{ evento: string }[]>`
    select evento from evento_saida where documento_id = ${id} order by ocorrido_em`;
  expect(rows.map(({ evento }) => evento)).toEqual(['document.created', 'document.sent', 'document.expired']);
});
