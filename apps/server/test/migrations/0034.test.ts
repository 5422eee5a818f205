import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sql, TransactionSql } from '../../src/core/sql.ts';
import { type FatorRow, fulfilled, type SignatarioRow } from '../../src/modules/documentos/index.ts';
import { type DatabaseServer, startDatabaseServer } from '../campaigns/crash/lane.ts';

/** Fulfilments made before values were kept, as 0034 finds them: the schema before it, rows as that version wrote them. */

const DIRECTORY = join(import.meta.dirname, '../../migrations');
const [ORGANIZATION, MEMBER, FILE] = [randomUUID(), randomUUID(), randomUUID()];
const CPF = '52998224725';
const OTHER_CPF = '11144477735';
const PHONE = '+5511900001234';
const START = Date.parse('2026-11-01T12:00:00.000Z');

let server: DatabaseServer;
let sql: Sql;
let write: TransactionSql;

interface Event {
  readonly acao: string;
  readonly [member: string]: unknown;
}

/** What the version before kept of a signer, with the trail of its document. */
interface Past {
  readonly email?: string;
  readonly status?: string;
  readonly fatores: readonly string[];
  readonly trilha: readonly Event[];
  readonly visto?: boolean;
}

const proved = (fator: string): Event => ({ acao: 'FATOR_CUMPRIDO', fator });
const corrected = (...campos: string[]): Event => ({ acao: 'SIGNATARIO_CORRIGIDO', campos });
const enrolled: Event = { acao: 'TOTP_CADASTRADO' };
const at = (sequencia: number) => new Date(START + sequencia * 1000);

let people = 0;
const newEmail = () => {
  people += 1;
  return `Pessoa${people}@exemplo.com.br`;
};

/** @returns the signer's id, by which its rows are read again */
async function past({
  email = newEmail(),
  status = 'VISUALIZADO',
  fatores,
  trilha,
  visto = true,
}: Past): Promise<string> {
  const [id, documento] = [randomUUID(), randomUUID()];
  const own = { organizacao_id: ORGANIZATION, ambiente: 'PRODUCAO' };
  const person = { nome: 'Ana', email, telefone: PHONE, cpf: CPF, data_nascimento: '1987-04-12' };
  await write`insert into documento ${write({
    ...own,
    id: documento,
    titulo: 'Contrato',
    status: 'AGUARDANDO_ASSINATURAS',
    nivel_assinatura: 'ELETRONICA',
    fatores_exigidos: fatores,
    ordenado: false,
    recusavel: true,
    parar_se_recusado: true,
    criado_por: MEMBER,
    criado_em: at(0),
    atualizado_em: at(0),
    arquivo_id: FILE,
    arquivo_hash: '',
    paginas: 1,
    geometria: '[]',
  } as never)}`;
  await write`insert into signatario ${write({
    ...own,
    ...person,
    id,
    documento_id: documento,
    posicao: 0,
    funcao: 'ASSINAR',
    metodo_entrega: 'LINK',
    travar_dados: false,
    status,
    visualizado_em: visto ? at(1) : null,
    autenticado_em: at(90),
    paginas_lidas: 1,
    leitura_concluida_em: at(91),
    aceito_em: at(92),
    aceite: '{}',
  } as never)}`;
  for (const fator of fatores)
    await write`insert into fator_signatario ${write({ ...own, signatario_id: id, fator, cumprido_em: at(90), meio: 'CODIGO' } as never)}`;
  await write`insert into trilha ${write({ ...own, documento_id: documento, tamanho: trilha.length, hash: '' } as never)}`;
  for (const [index, { acao, ...detalhe }] of trilha.entries()) {
    const corpo = JSON.stringify({
      acao,
      detalhe: { ...detalhe, signatarioId: id },
      ocorridoEm: at(index).toISOString(),
    });
    const row = { ...own, documento_id: documento, sequencia: index + 1, id: randomUUID(), corpo, hash: '' };
    await write`insert into evento_auditoria ${write(row as never)}`;
  }
  return id;
}

async function authenticator(email: string, confirmado: Date | null): Promise<string> {
  const id = randomUUID();
  const row = {
    organizacao_id: ORGANIZATION,
    ambiente: 'PRODUCAO',
    id,
    email,
    segredo: Buffer.from([1]),
    criado_em: at(0),
  };
  await write`insert into autenticador ${write({ ...row, confirmado_em: confirmado } as never)}`;
  return id;
}

const signerOf = async (id: string) =>
  (await sql<SignatarioRow[]>`select * from signatario where id = ${id}`)[0] as SignatarioRow;
const factorsOf = (id: string) =>
  sql<FatorRow[]>`select * from fator_signatario where signatario_id = ${id} order by fator`;
const proofsOf = async (id: string) =>
  Object.fromEntries((await factorsOf(id)).map(({ fator, provado_para }) => [fator, provado_para]));
/** What still counts. */
const countsOf = async (id: string) => {
  const [signer, rows] = [await signerOf(id), await factorsOf(id)];
  return rows.flatMap(({ fator }) => (fulfilled(signer, fator, rows) ? [fator] : []));
};

const CASES = {
  untouched: { email: 'Maria@Exemplo.com.br', fatores: ['EMAIL', 'SMS_OTP', 'DADOS_PESSOAIS'] },
  corrected: { fatores: ['DADOS_PESSOAIS'], trilha: [proved('DADOS_PESSOAIS'), corrected('cpf', 'nome')] },
  renamed: { fatores: ['EMAIL', 'SMS_OTP'], trilha: [proved('EMAIL'), corrected('nome'), proved('SMS_OTP')] },
  before: { fatores: ['DADOS_PESSOAIS'], trilha: [corrected('cpf'), proved('DADOS_PESSOAIS')] },
  ordered: { fatores: ['EMAIL'], trilha: [proved('EMAIL'), corrected('ordem', 'travarDados')] },
  signedOther: {
    status: 'ASSINADO',
    fatores: ['DADOS_PESSOAIS', 'EMAIL'],
    trilha: [
      proved('EMAIL'),
      proved('DADOS_PESSOAIS'),
      { acao: 'DADOS_CORRIGIDOS', cpf: { de: '111.444.777-35', para: '529.982.247-25' } },
    ],
  },
  signedCorrected: {
    status: 'ASSINADO',
    fatores: ['DADOS_PESSOAIS', 'EMAIL'],
    trilha: [proved('EMAIL'), proved('DADOS_PESSOAIS'), corrected('cpf')],
  },
  unviewed: { status: 'ENVIADO', fatores: [], trilha: [] },
} satisfies Record<string, Omit<Past, 'trilha'> & { trilha?: readonly Event[] }>;

const ids: Record<string, string> = {};
const authenticators: Record<string, string> = {};

async function fill(): Promise<void> {
  const when = at(0);
  await write`insert into organizacao (id, nome, documento, criada_em) values (${ORGANIZATION}, 'Acácia', '', ${when})`;
  await write`
    insert into membro (id, organizacao_id, nome, email, papel, criado_em)
    values (${MEMBER}, ${ORGANIZATION}, 'Ana', 'ana@exemplo.com.br', 'PROPRIETARIO', ${when})`;
  await write`
    insert into arquivo (id, organizacao_id, ambiente, chave, sha256, tamanho_bytes, varredura, criado_em)
    values (${FILE}, ${ORGANIZATION}, 'PRODUCAO', 'um', '', 1, '{}', ${when})`;
  for (const [name, one] of Object.entries(CASES) as [string, Past][])
    ids[name] = await past({ ...one, trilha: one.trilha ?? one.fatores.map(proved) });

  const [kept, own, offered, gone] = [newEmail(), newEmail(), newEmail(), newEmail()];
  ids.kept = await past({
    email: kept,
    fatores: ['EMAIL', 'TOTP'],
    trilha: [proved('EMAIL'), enrolled, proved('TOTP')],
  });
  ids.own = await past({ email: own, fatores: ['TOTP'], trilha: [enrolled, proved('TOTP')] });
  ids.used = await past({ email: own, fatores: ['TOTP'], trilha: [proved('TOTP')] });
  authenticators.kept = await authenticator(kept.toLowerCase(), at(1));
  authenticators.own = await authenticator(own.toLowerCase(), at(0));
  authenticators.offered = await authenticator(offered, null);
  authenticators.gone = await authenticator(gone, at(5));
}

beforeAll(async () => {
  server = await startDatabaseServer();
  await server.create('antes');
  sql = server.open('antes');
  const files = (await readdir(DIRECTORY)).filter((name) => /^\d{4}_/.test(name)).sort();
  const apply = async (name: string) => {
    const text = await readFile(join(DIRECTORY, name), 'utf8');
    await sql.begin((tx) => tx.unsafe(text));
  };
  for (const name of files.filter((name) => name < '0034')) await apply(name);
  await sql.begin(async (tx) => {
    // As rows alone: without chains that hold, and without what follows from writing them.
    await tx`set local session_replication_role = replica`;
    write = tx;
    await fill();
  });
  for (const name of files.filter((name) => name.startsWith('0034'))) await apply(name);
});
afterAll(async () => {
  await sql?.end();
  await server?.stop();
});

describe('of who has yet to sign', () => {
  it('a fulfilment is proven for the data of that day, the e-mail in small letters', async () => {
    expect(await proofsOf(ids.untouched ?? '')).toEqual({
      EMAIL: { email: 'maria@exemplo.com.br' },
      SMS_OTP: { telefone: PHONE },
      DADOS_PESSOAIS: { cpf: CPF, dataNascimento: '1987-04-12' },
    });
    expect(await countsOf(ids.untouched ?? '')).toHaveLength(3);
    expect((await signerOf(ids.untouched ?? '')).aceito_em).not.toBeNull();
  });

  it('one that a correction follows is void, with what was read and agreed to', async () => {
    expect(await factorsOf(ids.corrected ?? '')).toEqual([]);
    expect(await signerOf(ids.corrected ?? '')).toMatchObject({
      autenticado_em: null,
      paginas_lidas: 0,
      leitura_concluida_em: null,
      aceito_em: null,
      aceite: null,
    });
    expect(await countsOf(ids.renamed ?? '')).toEqual(['SMS_OTP']);
  });

  it('a correction before it, or of what does not say who they are, leaves it', async () => {
    expect(await countsOf(ids.before ?? '')).toEqual(['DADOS_PESSOAIS']);
    expect(await countsOf(ids.ordered ?? '')).toEqual(['EMAIL']);
  });

  it('the view of who stood there before the contact was corrected is nobody’s', async () => {
    expect((await signerOf(ids.unviewed ?? '')).visualizado_em).toBeNull();
  });
});

describe('of who has signed', () => {
  it('it stays, with the value of that day where the trail tells it', async () => {
    expect(await countsOf(ids.signedOther ?? '')).toEqual(['DADOS_PESSOAIS', 'EMAIL']);
    expect((await proofsOf(ids.signedOther ?? '')).DADOS_PESSOAIS).toEqual({
      cpf: OTHER_CPF,
      dataNascimento: '1987-04-12',
    });
  });

  it('it stays without a value where nothing tells it any more', async () => {
    expect(await countsOf(ids.signedCorrected ?? '')).toEqual(['DADOS_PESSOAIS', 'EMAIL']);
    expect(await proofsOf(ids.signedCorrected ?? '')).toMatchObject({
      DADOS_PESSOAIS: null,
      EMAIL: expect.any(Object),
    });
    expect((await signerOf(ids.signedCorrected ?? '')).aceito_em).not.toBeNull();
  });
});

describe('an authenticator', () => {
  const rows = async () => sql<{ id: string; email: string | null; signatario_id: string | null }[]>`
    select id, email, signatario_id from autenticador`;

  it('stays the organization’s where EMAIL was proven before it was enrolled', async () => {
    const { email } = await signerOf(ids.kept ?? '');
    expect(await rows()).toContainEqual({ id: authenticators.kept, email: email?.toLowerCase(), signatario_id: null });
    expect(await countsOf(ids.kept ?? '')).toEqual(['EMAIL', 'TOTP']);
    expect((await proofsOf(ids.kept ?? '')).TOTP).toEqual({
      autenticadorId: authenticators.kept,
      email: email?.toLowerCase(),
    });
  });

  it('enrolled by whoever held a link alone is that signer’s, and proves nothing for another', async () => {
    expect(await rows()).toContainEqual({ id: authenticators.own, email: null, signatario_id: ids.own });
    expect((await proofsOf(ids.own ?? '')).TOTP).toEqual({ autenticadorId: authenticators.own, email: null });
    expect([await countsOf(ids.own ?? ''), await countsOf(ids.used ?? '')]).toEqual([['TOTP'], []]);
    expect((await signerOf(ids.used ?? '')).autenticado_em).toBeNull();
  });

  it('of which no trail tells, or that was only offered, is enrolled anew', async () => {
    expect((await rows()).map(({ id }) => id).sort()).toEqual([authenticators.kept, authenticators.own].sort());
  });
});
