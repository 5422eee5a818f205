import { randomUUID } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../../../../../packages/pdf/fixtures/build.ts';
import { about, call, documentForm, draft, field, newSender, ownService, type Sender } from '../../modules/support.ts';

/**
 * Whoever can write where files are kept puts another in a template's place: documents made of it without anybody reading them
 * were signed as the organization's own, and every proof fitted. The same with the text in which anchors look for their places.
 */

const service = ownService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

/** An answer 500, which the contract check takes for what it is. */
const FAULT = 'an unexpected fault';

/** A lease with a variable, for so much. Every price has as many digits, so the files are equally long. */
const lease = (price: string): Buffer =>
  build(onePage('/MediaBox [0 0 400 600]', rawStream(`BT /F 11 Tf 50 300 Td (R$ ${price}, em {{cidade}}.) Tj ET`)));

const papelId = randomUUID();
const { signatarioId: _, ...spot } = { ...field(), signatarioId: null };
const WHO = { nome: 'Ana Lima', email: 'ana@exemplo.com.br' };

async function newTemplate(text: Buffer) {
  const dados = {
    nome: 'Locação',
    papeis: [{ id: papelId, rotulo: 'Locatário', funcao: 'ASSINAR', ordem: 1 }],
    campos: [{ ...spot, papelId }],
  };
  const made = await call(`${sender.base}/modelos`, 'POST', documentForm(text, dados), sender.as);
  expect(made.status).toBe(201);
  return made.body.id as string;
}

/** Where the file of a template or a document is kept, which can be replaced for as long as `while` takes. */
async function replaced(table: 'modelo' | 'documento', id: string, other: Buffer, during: () => Promise<void>) {
  const { owner } = service();
  const [row] = await owner<{ chave: string }[]>`
    select a.chave from ${owner(table)} t join arquivo a on a.id = t.arquivo_id where t.id = ${id}`;
  const place = join(service().app.config.dataDir, 'files', row?.chave ?? '');
  const original = await readFile(place);
  expect(other.length).toBe(original.length);
  await chmod(place, 0o600);
  await writeFile(place, other);
  await during();
  await writeFile(place, original);
}

it('no document is made of a template whose file is not the one that was received', async () => {
  const modeloId = await newTemplate(lease('1.000'));
  const use = () =>
    call(
      `${sender.base}/modelos/${modeloId}/documentos`,
      'POST',
      { variaveis: { cidade: 'Campinas' }, papeis: [{ papelId, ...WHO }] },
      sender.as,
    );
  const used = async () => (await call(`${sender.base}/documentos`, 'GET', undefined, sender.as)).body.total;
  await replaced('modelo', modeloId, lease('9.000'), async () => {
    await expect(use()).rejects.toThrow(FAULT);
    expect(await used()).toBe(0);
  });
  expect((await use()).status).toBe(201);
});

it('nor is any text found in another file than a document was made with', async () => {
  const ancora = { texto: 'R$ 1.000' };
  const campos = { campos: [{ tipo: 'ASSINATURA', ancora }] };
  const { id } = await draft(sender, { signatarios: [{ funcao: 'ASSINAR', ...WHO }], campos: [] }, lease('1.000'));
  const place = () => about(sender, id, '/campos', 'PUT', campos);
  const moved = Buffer.from(lease('1.000').toString('latin1').replace('50 300 Td', '50 100 Td'), 'latin1');
  await replaced('documento', id, moved, async () => {
    await expect(place()).rejects.toThrow(FAULT);
  });
  expect((await place()).status).toBe(200);
});

it('nor in a template', async () => {
  const modeloId = await newTemplate(lease('1.000'));
  const campos = [{ tipo: 'ASSINATURA', papelId, ancora: { texto: 'R$ 1.000' } }];
  const place = () => call(`${sender.base}/modelos/${modeloId}`, 'PATCH', { campos }, sender.as);
  const moved = Buffer.from(lease('1.000').toString('latin1').replace('50 300 Td', '50 100 Td'), 'latin1');
  await replaced('modelo', modeloId, moved, async () => {
    await expect(place()).rejects.toThrow(FAULT);
  });
  expect((await place()).status).toBe(200);
});
