import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, call, documentForm, newAccount, type Service, until } from '../../harness.ts';
import { newSent, prepareToSign, SIGNING_BODY, tokenOf } from '../../operations/factories.ts';
import { type Caller, createWorld, outcome, type World } from '../../operations/world.ts';
import type { Break } from '../crash/proxy.ts';
import { sealProblem } from '../model/seal.ts';
import { sha256, trailProblem } from '../model/trail.ts';
import { organizationOf, type SwitchedService, startSwitchedService, tallyFiles } from './support.ts';

/** What the commit of a use case names in the store outlives the loss of the commit's answer. */

let switched: SwitchedService;
let service: Service;
let world: World;
let caller: Caller;
let marker: string;
beforeAll(async () => {
  switched = await startSwitchedService();
  service = switched.service;
  world = await createWorld(service);
  caller = { credentials: world.ours, environment: 'live' };
  marker = await organizationOf(service, world.ours);
});
afterAll(() => switched?.stop());

const breakCommits = (more: Partial<Break> = {}) => switched.proxy.breakAtCommit({ marker, commit: 'lost', ...more });

/** Does something while commits go wrong. @returns its outcome, and how many went wrong */
async function broken<T>(more: Partial<Break>, work: () => Promise<T>): Promise<{ value: T; commits: number }> {
  const mend = breakCommits(more);
  try {
    const value = await work();
    return { value, commits: mend() };
  } finally {
    mend();
  }
}

const fileOf = (documentoId: string) => world.as(caller, 'baixarArquivo', { params: { documentoId } });
const documentOf = (documentoId: string) => world.as(caller, 'obterDocumento', { params: { documentoId } });

afterAll(async () => {
  if (service) expect((await tallyFiles(service)).missing).toEqual([]);
});

describe('drafts', () => {
  const titled = async (account: Account, titulo: string) =>
    (await call(`${service.origin}/v1/documentos?busca=${titulo}`, 'GET', undefined, account.live)).body.itens;

  it('that share a commit whose answer is lost are each there once, with their files', async () => {
    const account = await newAccount(service.origin);
    const titulo = `Juntos-${randomUUID()}`;
    const pdf = tinyPdf();
    const { value: answers } = await broken({ marker: await organizationOf(service, account) }, () =>
      Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          call(
            `${service.origin}/v1/documentos`,
            'POST',
            documentForm(pdf, { titulo: `${titulo} ${index}` }),
            account.live,
          ),
        ),
      ),
    );
    expect(new Set(answers.map(outcome))).toEqual(new Set(['503 SERVICO_INDISPONIVEL']));
    const there = await titled(account, titulo);
    expect(there.map((one: { titulo: string }) => one.titulo).sort()).toEqual(
      answers.map((_, index) => `${titulo} ${index}`).sort(),
    );
    for (const { id } of there) {
      const file = await call(
        `${service.origin}/v1/documentos/${id}/arquivo?tipo=ORIGINAL`,
        'GET',
        undefined,
        account.live,
      );
      expect([file.status, file.bytes.equals(pdf)]).toEqual([200, true]);
    }
  });

  it('whose commit did not arrive leave at most a file, and no row', async () => {
    const titulo = `Perdido-${randomUUID()}`;
    const { value: answer } = await broken({ commit: 'before' }, () =>
      call(`${service.origin}/v1/documentos`, 'POST', documentForm(tinyPdf(), { titulo }), world.ours.live),
    );
    expect(outcome(answer)).toBe('503 SERVICO_INDISPONIVEL');
    expect(await titled(world.ours, titulo)).toEqual([]);
  });
});

describe('the last signature', () => {
  const sign = (token: string) => world.send('assinar', 'live', { params: { token }, body: SIGNING_BODY });

  async function waitForCompletion(documentoId: string): Promise<void> {
    await until(async () => (await documentOf(documentoId)).body.status === 'ASSINADO');
    const signed = await fileOf(documentoId);
    expect(signed.status).toBe(200);
    expect(signed.headers.get('etag')).toBe(`"${sha256(signed.bytes)}"`);
    expect(sealProblem(signed.bytes)).toBeNull();
    const certificate = await world.as(caller, 'baixarArquivo', { params: { documentoId }, query: 'tipo=CERTIFICADO' });
    expect([certificate.status, sealProblem(certificate.bytes)]).toEqual([200, null]);
    const { itens } = (await world.as(caller, 'listarAuditoria', { params: { documentoId }, query: 'limite=100' }))
      .body;
    const original = await world.as(caller, 'baixarArquivo', { params: { documentoId }, query: 'tipo=ORIGINAL' });
    expect(trailProblem(documentoId, sha256(original.bytes), itens)).toBeNull();
    expect(itens.filter(({ acao }: { acao: string }) => acao === 'DOCUMENTO_CONCLUIDO')).toHaveLength(1);
    expect(itens.filter(({ acao }: { acao: string }) => acao === 'ASSINATURA_REGISTRADA')).toHaveLength(1);
  }

  it('of which the answer is lost is there: 503, then 409, and the document is completed', async () => {
    const sent = await newSent(world, caller);
    const token = tokenOf(sent);
    await prepareToSign(world, caller, token);
    const { value: first } = await broken({ having: /imagem_assinatura|valor_campo/ }, () => sign(token));
    expect(outcome(first)).toBe('503 SERVICO_INDISPONIVEL');
    expect(outcome(await sign(token))).toBe('409 CONFLITO');
    await waitForCompletion(sent.id);
  });

  it('is completed with file and certificate when the answer to the completion’s commit is lost', async () => {
    const sent = await newSent(world, caller);
    const token = tokenOf(sent);
    await prepareToSign(world, caller, token);
    const { value: signed, commits } = await broken({ having: /insert into certificado/ }, () => sign(token));
    expect([signed.status, commits]).toEqual([200, 1]);
    await waitForCompletion(sent.id);
  });

  it('is completed in the end when the completion’s commit does not arrive', async () => {
    const sent = await newSent(world, caller);
    const token = tokenOf(sent);
    await prepareToSign(world, caller, token);
    const { value: signed, commits } = await broken({ commit: 'before', having: /insert into certificado/ }, () =>
      sign(token),
    );
    expect([signed.status, commits]).toEqual([200, 1]);
    await waitForCompletion(sent.id);
  });
});

describe('a certificate issued again', () => {
  it('has its file when the answer to its commit is lost, and the repetition tells of it', async () => {
    const sent = await newSent(world, caller);
    const token = tokenOf(sent);
    await prepareToSign(world, caller, token);
    expect((await world.send('assinar', 'live', { params: { token }, body: SIGNING_BODY })).status).toBe(200);
    const wanted = { params: { documentoId: sent.id }, headers: { 'idempotency-key': randomUUID() } };
    const { value: first } = await broken({}, () => world.as(caller, 'reemitirCertificado', wanted));
    expect(outcome(first)).toBe('503 SERVICO_INDISPONIVEL');
    const again = await world.as(caller, 'reemitirCertificado', wanted);
    expect([again.headers.get('idempotency-replayed'), again.body.versao]).toEqual(['true', 2]);
    const file = await world.as(caller, 'baixarArquivo', {
      params: { documentoId: sent.id },
      query: 'tipo=CERTIFICADO',
    });
    expect([file.status, sealProblem(file.bytes)]).toEqual([200, null]);
  });
});

describe('the data of a person', () => {
  it('is there to read when the answer to the commit that names its file is lost', async () => {
    const body = { tipo: 'ACESSO', titular: { nome: 'Caio Prado', email: 'caio.prado@exemplo.com.br' } };
    const { value: created, commits } = await broken({ having: /insert into arquivo/ }, async () => {
      const { body: request } = await world.as(caller, 'criarSolicitacaoLgpd', { body });
      await until(async () => {
        const { itens } = (await world.as(caller, 'listarSolicitacoesLgpd', { query: 'estado=ATENDIDA' })).body;
        return itens.some(({ id }: { id: string }) => id === request.id);
      });
      return request;
    });
    expect(commits).toBe(1);
    const file = await world.as(caller, 'obterArquivoSolicitacaoLgpd', { params: { solicitacaoId: created.id } });
    expect(file.status).toBe(200);
  });
});
