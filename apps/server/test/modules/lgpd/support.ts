import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSelfSignedSeal } from '@rubrica/pdf';
import { expect } from 'vitest';
import { createLocalFiles } from '../../../src/adapters/files-local.ts';
import { purgeExpired } from '../../../src/modules/lgpd/index.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Answer, call, documentForm, type Service, testLog, until } from '../../harness.ts';

export const DAY_MS = 86_400_000;
const PASSWORD = 'selo-de-teste';

/** Variables for a seal that was valid years ago, so that documents can be completed in the past. */
export async function oldSeal(): Promise<Record<string, string>> {
  const path = join(await mkdtemp(join(tmpdir(), 'rubrica-selo-')), 'selo.p12');
  const p12 = await createSelfSignedSeal({
    organization: 'Rubrica',
    commonName: 'Selo de teste',
    notBefore: new Date(Date.now() - 12 * 365 * DAY_MS),
    years: 30,
    password: PASSWORD,
  });
  await writeFile(path, p12);
  return { SEAL_P12_PATH: path, SEAL_P12_PASSWORD: PASSWORD };
}

/** Sets the service's clock to so many days before the machine's. */
export function setDaysAgo({ clock }: Service, days: number): void {
  clock.advance(Date.now() - days * DAY_MS - clock.now().getTime());
}

/** Closes the days and months of every organization to this day: years of them would keep the sweeps busy for a minute. */
export async function closeYears({ owner }: Service): Promise<void> {
  await owner`update organizacao set armazenamento_ate = current_date, faturado_ate = date_trunc('month', now())`;
}

export interface Person {
  readonly nome: string;
  readonly email: string;
  readonly cpf: string;
  readonly dataNascimento: string;
}

/** The tables with a row that still holds a text. */
export async function tablesHolding({ owner }: Service, text: string): Promise<string[]> {
  const tables = await owner<{ table_name: string }[]>`
    select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const holding: string[] = [];
  for (const { table_name } of tables) {
    const [row] = await owner.unsafe(
      `select exists (select from "${table_name}" t where strpos(t::text, $1) > 0) as found`,
      [text],
    );
    if (row?.found) holding.push(table_name);
  }
  return holding.sort();
}

let people = 0;

export function newPerson(): Person {
  people += 1;
  return {
    nome: `Titular ${people} de Souza`,
    email: `titular${people}.${randomUUID().slice(0, 8)}@exemplo.com.br`,
    cpf: '52998224725',
    dataNascimento: '1990-05-17',
  };
}

type Key = Record<string, string>;

/** A caller's view of one environment, with what these tests do again and again. */
export function client(service: Service, key: Key, environment: 'production' | 'sandbox' = 'production') {
  const base = `${service.origin}/v1${environment === 'sandbox' ? '/sandbox' : ''}`;
  // A minute of the service's clock passes where the key's requests of this one are used up.
  const ask = async (method: string, path: string, body?: unknown, headers: Key = key): Promise<Answer> => {
    const answer = await call(`${base}${path}`, method, body, headers);
    if (answer.status !== 429) return answer;
    service.clock.advance(61_000);
    return call(`${base}${path}`, method, body, headers);
  };
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.bytes}`).toBeLessThan(300);
    return answer.body;
  };

  return {
    ask,
    ok,
    /** A draft with these people as LINK signers who prove themselves by CPF and birth date, each with a field to sign. */
    async draft(signers: readonly Person[], more: object = {}) {
      const ids = signers.map(() => randomUUID());
      const dados = {
        titulo: 'Contrato',
        fatoresExigidos: ['DADOS_PESSOAIS'],
        signatarios: signers.map((person, index) => ({
          id: ids[index],
          ...person,
          funcao: 'ASSINAR',
          metodoEntrega: 'LINK',
        })),
        campos: ids.map((signatarioId, index) => ({
          tipo: 'ASSINATURA',
          pagina: 1,
          x: 0.1,
          y: 0.1 + 0.2 * index,
          largura: 0.3,
          altura: 0.1,
          signatarioId,
        })),
        ...more,
      };
      return ok('POST', '/documentos', documentForm(tinyPdf(1), dados));
    },
    /** A data subject's request once it is over. Waits on the row, so that waiting uses up nobody's rate limit. */
    async closed(id: string) {
      const estado = await until(async () => {
        const [row] = await service.owner`select estado from solicitacao_lgpd where id = ${id}`;
        return (row?.estado === 'ATENDIDA' || row?.estado === 'RECUSADA') && row.estado;
      });
      const { itens } = await ok('GET', `/lgpd/solicitacoes?limite=100&estado=${estado}`);
      return itens.find((item: { id: string }) => item.id === id);
    },
    /** Signs by the personal link of one signer, with a typed signature in a field of theirs if there is one. */
    async sign(documentoId: string, person: Person) {
      const documento = await ok('GET', `/documentos/${documentoId}`);
      const { link } = documento.signatarios.find(({ email }: { email: string }) => email === person.email);
      const path = `/assinatura/${link.split('/').pop()}`;
      const { cpf, dataNascimento } = person;
      const opened = await ok('GET', path);
      await ok('POST', `${path}/autenticar`, { fator: 'DADOS_PESSOAIS', cpf, dataNascimento });
      await ok('GET', `${path}/arquivo`);
      await ok('POST', `${path}/leitura`, { paginasLidas: 1, segundos: 5 });
      await ok('POST', `${path}/aceite`, { textoHash: opened.textoAceite.textoHash });
      return ok('POST', `${path}/assinar`, { assinatura: { tipo: 'DIGITADA', texto: person.nome }, campos: [] });
    },
  };
}

export type Client = ReturnType<typeof client>;

/** One purge, as the sweep makes it. @param directory of the file store, if not the service's own */
export async function purge(service: Service, directory = join(service.app.config.dataDir, 'files')) {
  const files = await createLocalFiles(directory);
  return purgeExpired({ db: service.app.db, clock: service.clock, files, log: testLog() });
}
