import { randomUUID } from 'node:crypto';
import { type CadastroEntrada, type CadastroRealizado, fieldMessage } from '@rubrica/contract';
import { isCnpj, isCpf, normaliseTaxId } from '../../core/brazil.ts';
import { checkDrawable, type Undrawable } from '../../core/drawable.ts';
import { conflict, type FieldProblem, found, refuseInvalid } from '../../core/problem.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { PLANO_INICIAL } from '../consumo/index.ts';
import { findOrganizacao, insertMembro, insertOrganizacao, presentOrganizacao } from '../organizacao/index.ts';
import { presentUsuario } from './present.ts';
import { hashPassword, refuseWeakPassword } from './senha.ts';
import { insertUsuario } from './store.ts';

export interface CadastrarDeps {
  readonly db: Database;
  readonly undrawable: Undrawable;
}

/**
 * Signs up a person with an organization of its own, of which the person is the PROPRIETARIO: all of it in one
 * transaction, or nothing.
 * @throws 400 ENTRADA_INVALIDA (CPF or CNPJ), 400 SENHA_FRACA, 409 CONFLITO (the e-mail has an account)
 */
export async function cadastrar(deps: CadastrarDeps, entrada: CadastroEntrada): Promise<CadastroRealizado> {
  const { email, senha, organizacao } = entrada;
  const nome = entrada.nome.trim();
  const nomeOrganizacao = organizacao.nome.trim();
  refuseInvalid([
    ...checkDocumento(organizacao.documento),
    // Both names are drawn on the certificate: who sent, for whom.
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

  // The one place where a scope precedes its organization: the id is made here and belongs to nobody yet.
  const scope = scopeOf(randomUUID(), 'PRODUCAO');
  return deps.db.write(scope, async (tx) => {
    const usuario = { id: randomUUID(), nome, email, senhaHash };
    if (!(await insertUsuario(tx, usuario))) {
      throw conflict(fieldMessage('accountTaken'));
    }
    await insertOrganizacao(tx, {
      nome: nomeOrganizacao,
      documento: normaliseTaxId(organizacao.documento),
      planoCodigo: PLANO_INICIAL,
    });
    await insertMembro(tx, { id: randomUUID(), usuarioId: usuario.id, nome, email, papel: 'PROPRIETARIO' });
    return {
      usuario: presentUsuario({ id: usuario.id, nome, email, segundo_fator: false }),
      organizacao: presentOrganizacao(found(await findOrganizacao(tx))),
    };
  });
}

function checkDocumento(documento: string): FieldProblem[] {
  if (isCpf(documento) || isCnpj(documento)) return [];
  return [{ campo: 'organizacao.documento', mensagem: fieldMessage('cpfOrCnpj') }];
}
