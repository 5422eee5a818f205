import { randomBytes } from 'node:crypto';
import { type Manifest, readManifests, setIds } from '../backup/manifest.ts';
import { tellEnded } from '../backup/open-log.ts';
import { type Pruned, prune, readRule } from '../backup/prune.ts';
import { type Restored, restoreBackup } from '../backup/restore.ts';
import { type Taken, takeBackup } from '../backup/take.ts';
import { openOwnFiles, openTarget, type Target } from '../backup/target.ts';
import { type Verdict, verifySets } from '../backup/verify.ts';
import { withWork } from '../backup/work.ts';
import type { Config } from '../config/index.ts';
import { Unavailable } from '../core/ports.ts';
import { type Command, command, endAtOnce, UsageError } from './command.ts';
import { passphraseOf } from './passphrase.ts';

interface Flags {
  readonly verificar?: boolean | undefined;
  readonly listar?: boolean | undefined;
  readonly podar?: boolean | undefined;
  readonly manter?: string | undefined;
  readonly conjunto?: string | undefined;
}

const restore = command(
  {
    usage: '[ALVO] [--conjunto NOME]',
    about: 'restaura o conjunto mais novo do alvo, ou o que se nomeia, numa instalação vazia',
    words: [0, 1],
    options: { conjunto: { type: 'string' } },
  },
  ({ words: [given], options: { conjunto } }, config) =>
    atTarget(given, config, async (target, work) => {
      const own = await openOwnFiles(config, work);
      try {
        const passphrase = () => passphraseOf(config);
        const id = conjunto ?? null;
        const onLost = endAtOnce;
        return tellRestored(
          await orGoOn(
            restoreBackup({ config, target, files: own.files, work, id, passphrase, onLost, onStep: say }),
            'A instalação ainda não serve. Rode de novo o mesmo comando: ele retoma o conjunto que restaurava.',
          ),
        );
      } finally {
        own.close();
      }
    }),
);

/** Backup and restore: docs/operations/backup.md. */
export const BACKUP: Readonly<Record<string, Command>> = {
  backup: command(
    {
      usage:
        '[ALVO] [--manter 7d,4s,12m] | [ALVO] --podar --manter REGRA | [ALVO] --listar | [ALVO] --verificar [--conjunto NOME]',
      about:
        'copia banco, arquivos e chaves para uma pasta ou s3://… (ou BACKUP_TARGET); --manter poda depois o que a regra não guarda',
      words: [0, 1],
      options: {
        verificar: { type: 'boolean' },
        listar: { type: 'boolean' },
        podar: { type: 'boolean' },
        manter: { type: 'string' },
        conjunto: { type: 'string' },
      },
    },
    ({ words: [given], options }, config) => {
      checkFlags(options);
      return atTarget(given, config, (target, work) => {
        if (options.listar) return list(target);
        if (options.verificar) return verify(target, config, options.conjunto);
        return takeAndPrune(target, config, work, options);
      });
    },
  ),
  restaurar: restore,
  restore: { ...restore, about: 'o mesmo que restaurar' },
};

function checkFlags({ verificar, listar, podar, manter, conjunto }: Flags): void {
  const acts = [verificar, listar, podar].filter(Boolean).length;
  const alone = (verificar || listar) && manter !== undefined;
  if (acts > 1 || alone || (podar && manter === undefined) || (conjunto !== undefined && !verificar))
    throw new UsageError();
  if (manter !== undefined && readRule(manter) === null) {
    throw new UsageError(
      'Uma regra é como 7d,4s,12m,2a: quantos dias, semanas, meses e anos guardam seu conjunto mais novo.',
    );
  }
}

const say = (step: string) => void process.stderr.write(`${step}…\n`);

async function atTarget(
  given: string | undefined,
  config: Config,
  use: (target: Target, work: string) => Promise<string>,
): Promise<string> {
  const place = given ?? config.backup.target;
  if (place === null) throw new UsageError('Diga o alvo, ou defina BACKUP_TARGET.');
  return withWork(config.dataDir, async (work) => {
    const target = await openTarget(place, config, work);
    try {
      return await use(target, work);
    } finally {
      target.close();
    }
  });
}

async function takeAndPrune(target: Target, config: Config, work: string, { podar, manter }: Flags): Promise<string> {
  const told: string[] = [];
  if (!podar) {
    const own = await openOwnFiles(config, work);
    try {
      const passphrase = await passphraseOf(config);
      if (passphrase === null) process.stderr.write(WITHOUT_KEYS);
      const taken = await orGoOn(
        takeBackup({ config, target, files: own.files, work, passphrase, onLost: endAtOnce, onStep: say }),
        'Este conjunto não foi guardado; os anteriores estão como estavam. Rode de novo: o que já foi copiado não se copia outra vez.',
      );
      told.push(tellTaken(taken));
    } finally {
      own.close();
    }
  }
  const rule = manter === undefined ? null : readRule(manter);
  if (rule !== null) told.push(tellPruned(await prune(target, rule, randomBytes(6).toString('hex'))));
  return told.join('');
}

/** Adds what to do to a failure of a disk or of a store, whose own words tell only what failed. */
function orGoOn<T>(done: Promise<T>, advice: string): Promise<T> {
  return done.catch((error: NodeJS.ErrnoException) => {
    if (!(error instanceof Unavailable) && error.syscall === undefined) throw error;
    throw new Error(`${error.message}\n${advice}`, { cause: error });
  });
}

const WITHOUT_KEYS =
  'ATENÇÃO: este conjunto NÃO terá a chave mestra nem o selo, porque não há frase para cifrá-los.\n' +
  'Sem a chave mestra, links, códigos, segredos de webhooks e autenticadores do banco restaurado não servem.\n' +
  'Guarde-as à parte, ou defina BACKUP_PASSPHRASE_FILE.\n';

const mega = (bytes: number) => `${(bytes / 1024 ** 2).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`;

/** @throws Error with the same text if files were missing: the command fails */
function tellTaken({ manifest, copied }: Taken): string {
  const { id, files, database, documents, keys } = manifest;
  const lines = [
    `Conjunto ${id}`,
    `  banco        ${mega(database.bytes)} (PostgreSQL ${database.major}), ${documents} documentos`,
    `  arquivos     ${files.count} (${mega(files.bytes)}), dos quais ${copied.count} copiados agora (${mega(copied.bytes)})`,
    `  chaves       ${keys === null ? 'FORA do conjunto' : 'cifradas'}`,
  ];
  if (files.gone.length > 0) {
    lines.push(`  apagados     ${files.gone.length} arquivos que a guarda ou um titular apagou durante a cópia`);
  }
  const text = `${lines.join('\n')}\n`;
  if (files.missing.length === 0) return text;
  const shown = files.missing.slice(0, 20).map((key) => `    ${key}`);
  throw new Error(
    `${text}  FALTAM       ${files.missing.length} arquivos que o banco nomeia e não estão lá, ou têm outro conteúdo:\n${shown.join('\n')}\n` +
      'O conjunto foi guardado sem eles, e não conta como o último bom. Restaure-os de um conjunto anterior.',
  );
}

const tellPruned = ({ sets, kept, objects }: Pruned): string =>
  `Poda: ${sets.length} conjuntos apagados${sets.length === 0 ? '' : ` (${sets.join(', ')})`}, ${kept} mantidos; ${objects} conteúdos que nenhum nomeia, apagados.\n`;

async function list(target: Target): Promise<string> {
  const manifests = await readManifests(target);
  if (manifests.length === 0) return 'Nenhum conjunto neste alvo.\n';
  return manifests.map((one) => `${line(one)}\n`).join('');
}

function line({ id, takenAt, version, documents, database, files, keys }: Manifest): string {
  const state = files.missing.length === 0 ? 'inteiro' : `faltam ${files.missing.length} arquivos`;
  return `${id}  de ${takenAt}, versão ${version}, ${documents} documentos, banco ${mega(database.bytes)}, ${files.count} arquivos (${mega(files.bytes)}), ${keys === null ? 'sem chaves' : 'com chaves'}, ${state}`;
}

/** @throws Error with what is wrong: the command fails */
async function verify(target: Target, config: Config, conjunto: string | undefined): Promise<string> {
  const ids = conjunto === undefined ? await setIds(target) : [conjunto];
  if (ids.length === 0) throw new Error('Nenhum conjunto neste alvo.');
  const verdicts = await verifySets(target, config, ids);
  const text = verdicts.map(tellVerdict).join('');
  if (verdicts.some(({ problems }) => problems.length > 0)) {
    throw new Error(`${text}Um conteúdo estragado é copiado de novo pelo próximo backup depois que se apaga o objeto.`);
  }
  return text;
}

const tellVerdict = ({ id, manifest, problems }: Verdict): string =>
  problems.length === 0
    ? `${id}: inteiro, ${manifest?.files.count} arquivos conferidos.\n`
    : `${id}: ${problems.length} problemas\n${problems.map((one) => `  ${one}\n`).join('')}`;

function tellRestored({ manifest, keys, migrated, due, endedLogs, erasedSince }: Restored): string {
  const { id, takenAt, documents, files, trails } = manifest;
  const lines = [
    `Restaurado o conjunto ${id}, de ${takenAt}: ${documents} documentos, ${files.count} arquivos (${mega(files.bytes)}), ${trails.count} trilhas conferidas.`,
    `Banco na versão mais nova (${migrated.length === 0 ? 'nada a fazer' : migrated.join(', ')}).`,
    ...(keys ?? [
      'ATENÇÃO: as chaves não foram restauradas. Ponha a MASTER_KEY (ou DATA_DIR/master.key) e o selo de antes no lugar antes de iniciar.',
    ]),
  ];
  const absent = files.gone.length + files.missing.length;
  if (absent > 0) lines.push(`${absent} arquivos que o banco nomeia não estavam no conjunto (veja o manifesto).`);
  lines.push(
    `Ao iniciar, o serviço faz de uma vez o que venceu desde então: ${due.jobs} tarefas na fila, ${due.deadlines} prazos, ${due.reminders} lembretes, ${due.deletions} eliminações e, com RETENTION_PURGE=on, ${due.purges} expurgos. Para só olhar, inicie com ROLES=http.`,
  );
  lines.push(...tellEnded(endedLogs));
  if (erasedSince.length > 0) {
    lines.push(
      `ATENÇÃO (LGPD): ${erasedSince.length} pedidos de eliminação foram atendidos depois deste conjunto, e o que apagaram voltou com ele. Refaça-os: ${erasedSince.join(', ')}.`,
    );
  }
  return `${lines.join('\n')}\n`;
}
