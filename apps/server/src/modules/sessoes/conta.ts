import { type Conta, type ContaAlteracao, type ContaSenhaEntrada, OPTIONAL_NOTICES } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import type { Handlers } from '../../core/call.ts';
import { checkDrawable, type Undrawable } from '../../core/drawable.ts';
import { found, refuseInvalid } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { type EmailChangeDeps, findPendingEmail, requestEmailChange } from './email-change.ts';
import type { Arrival, EntrarDeps } from './entrar.ts';
import { notify } from './notices.ts';
import { presentConta } from './present.ts';
import { passwordChanged, provePassword, recordChange } from './proofs.ts';
import { hashPassword, refuseWeakPassword } from './senha.ts';
import { endOtherSessoes } from './store.ts';
import { endEmailChange, endResets, findOwnAccount, lockAccount, updateSenha } from './store-account.ts';

export interface ContaDeps extends EmailChangeDeps {
  readonly undrawable: Undrawable;
}

type ContaPart = 'obterConta' | 'alterarConta' | 'alterarSenha' | 'alterarEmail';

/** What a person does with the account from inside the panel. Everything is about the caller: no path names an account. */
export function contaHandlers(deps: ContaDeps): Handlers<ContaPart> {
  return {
    obterConta: (call) => call.read(async (tx) => ({ body: await readConta(tx, call.actor.usuarioId) })),

    alterarConta: (call) =>
      call.write(async (tx) => ({ body: await alterarConta(tx, deps, call.actor.usuarioId, call.body) })),

    alterarSenha: async (call) => {
      const { actor, scope, body, source, requestId } = call;
      const chosen = await chooseSenha(deps, scope, actor.usuarioId, body, { source, requestId });
      return call.write(async (tx) => {
        await alterarSenha(tx, actor, chosen, { source, requestId });
        return { body: undefined };
      });
    },

    alterarEmail: async (call) => {
      const { actor, scope, body, source, requestId } = call;
      const arrival = { source, requestId };
      const proven = await provePassword(deps, scope, actor.usuarioId, body.senha, arrival);
      return call.write(async (tx) => {
        await requestEmailChange(tx, deps.emailChanges, actor, body, proven, arrival);
        return { body: undefined };
      });
    },
  };
}

async function readConta(tx: Tx, usuarioId: string): Promise<Conta> {
  const account = found(await findOwnAccount(tx, usuarioId));
  return presentConta(account, await findPendingEmail(tx, usuarioId));
}

/** Changes what is given; the name in every organization, so that members see each other by the same one. */
async function alterarConta(
  tx: Tx,
  { undrawable }: ContaDeps,
  usuarioId: string,
  { nome, idioma, tema, avisos }: ContaAlteracao,
): Promise<Conta> {
  const before = found(await lockAccount(tx, usuarioId));
  const name = nome?.trim() ?? before.nome;
  // Trail and certificate name a member who sends a document.
  refuseInvalid(checkDrawable([['nome', name]], undrawable));
  const refused = OPTIONAL_NOTICES.filter((one) => !(avisos?.[one] ?? !before.avisos_recusados.includes(one)));
  await tx.sql`
    update usuario
       set nome = ${name}, idioma = ${idioma === undefined ? before.idioma : idioma}, tema = ${tema ?? before.tema},
           avisos_recusados = ${refused}
     where id = ${usuarioId}`;
  if (name !== before.nome) await tx.sql`select acesso.espelhar_conta(${tx.realNow})`;
  return readConta(tx, usuarioId);
}

/** A new password for the account, and the hash against which the one of now was verified. */
interface Chosen {
  readonly senhaHash: string;
  readonly proven: string;
}

/** @throws 401 CREDENCIAL_INVALIDA; 400 SENHA_FRACA; 429 like `isRightPassword` */
async function chooseSenha(
  deps: EntrarDeps,
  scope: Scope,
  usuarioId: string,
  { senhaAtual, senha }: ContaSenhaEntrada,
  arrival: Arrival,
): Promise<Chosen> {
  const proven = await provePassword(deps, scope, usuarioId, senhaAtual, arrival);
  const { nome, email } = found(await deps.db.read(scope, (tx) => findOwnAccount(tx, usuarioId)));
  await refuseWeakPassword(senha, [nome, email]);
  return { proven, senhaHash: await hashPassword(senha) };
}

/**
 * Sets the new password, and ends what the old one opened elsewhere: other sessions, challenges, links that were mailed.
 * Of two changes at the same time one finds that the password changed.
 * @throws 401 CREDENCIAL_INVALIDA
 */
async function alterarSenha(tx: Tx, { usuarioId, credencialId }: MemberActor, chosen: Chosen, arrival: Arrival) {
  const account = found(await lockAccount(tx, usuarioId));
  if (account.senha_hash !== chosen.proven) throw passwordChanged();
  await updateSenha(tx, usuarioId, chosen.senhaHash);
  await endOtherSessoes(tx, usuarioId, credencialId);
  await endResets(tx, usuarioId);
  await endEmailChange(tx, usuarioId);
  await notify(tx, usuarioId, 'SENHA_ALTERADA');
  await recordChange(tx, 'SENHA_ALTERADA', usuarioId, arrival);
}
