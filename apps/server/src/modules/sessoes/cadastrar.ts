import { randomUUID } from 'node:crypto';
import { type CadastroEntrada, type CadastroRealizado, rule } from '@rubrica/contract';
import { isCnpj, isCpf, normaliseTaxId } from '@rubrica/contract/brazil';
import type { AnybodyPart, Reply } from '../../core/call.ts';
import { checkDrawable, type Undrawable } from '../../core/drawable.ts';
import type { MailedTokens } from '../../core/mailed-tokens.ts';
import { conflict, type FieldProblem, found, refuseInvalid } from '../../core/problem.ts';
import { accountScopeOf } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { INITIAL_PLAN } from '../consumo/index.ts';
import { findOrganizacao, insertMembro, insertOrganizacao, presentOrganizacao } from '../organizacao/index.ts';
import { issueConfirmation } from './confirmar-email.ts';
import { presentUsuario } from './present.ts';
import { hashPassword, refuseWeakPassword } from './senha.ts';
import { insertUsuario, NEW_ACCOUNT } from './store.ts';

export interface CadastrarDeps {
  readonly db: Database;
  readonly undrawable: Undrawable;
  readonly confirmations: MailedTokens;
  /** `{base_url}`, for `Location`. */
  readonly baseUrl: string;
}

/**
 * Signs up a person with a new organization, of which the person is PROPRIETARIO, in one transaction. The address is
 * sent a confirmation link.
 * @throws 400 ENTRADA_INVALIDA (CPF or CNPJ), 400 SENHA_FRACA, 409 CONFLITO (the e-mail has an account)
 */
export async function cadastrar(
  deps: CadastrarDeps,
  { writeAs }: AnybodyPart,
  entrada: CadastroEntrada,
): Promise<Reply<CadastroRealizado>> {
  const { email, senha, organizacao } = entrada;
  const nome = entrada.nome.trim();
  const nomeOrganizacao = organizacao.nome.trim();
  refuseInvalid([
    ...checkDocumento(organizacao.documento),
    // Both names are drawn on the certificate: who sent it, for whom.
    ...checkDrawable(
      [
        ['nome', nome],
        ['organizacao.nome', nomeOrganizacao],
      ],
      deps.undrawable,
    ),
  ]);
  await refuseWeakPassword(senha, [nome, email, nomeOrganizacao]);
  const senhaHash = await hashPassword(senha);

  const usuario = { id: randomUUID(), nome, email, senhaHash };
  // The only place where a scope is created before its organization: both ids are generated here and belong to nobody
  // yet.
  return writeAs(accountScopeOf(usuario.id, randomUUID()), async (tx) => {
    if (!(await insertUsuario(tx, usuario))) {
      throw conflict(rule('accountTaken'));
    }
    await insertOrganizacao(tx, {
      nome: nomeOrganizacao,
      documento: normaliseTaxId(organizacao.documento),
      planoCodigo: INITIAL_PLAN,
    });
    await insertMembro(tx, { id: randomUUID(), usuarioId: usuario.id, nome, email, papel: 'PROPRIETARIO' });
    await issueConfirmation(tx, deps.confirmations, usuario.id, false);
    return {
      body: {
        usuario: presentUsuario({ id: usuario.id, nome, email, ...NEW_ACCOUNT }),
        organizacao: presentOrganizacao(found(await findOrganizacao(tx))),
      },
      headers: { location: `${deps.baseUrl}/organizacao` },
    };
  });
}

function checkDocumento(documento: string): FieldProblem[] {
  if (isCpf(documento) || isCnpj(documento)) return [];
  return [{ campo: 'organizacao.documento', ...rule('cpfOrCnpj') }];
}
