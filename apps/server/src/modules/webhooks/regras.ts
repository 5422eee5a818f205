import type { WebhookHttp } from '../../core/ports.ts';
import type { FieldProblem } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';

/**
 * What speaks against delivering to this address, asked at registration so that a mistake shows at once. Every delivery
 * asks again: a name may resolve elsewhere by then. Resolves the name, so it is called outside any transaction.
 */
export async function urlProblems(
  deps: { readonly webhookHttp: WebhookHttp; readonly httpsRequired: boolean },
  scope: Scope,
  url: string,
): Promise<FieldProblem[]> {
  const problem = (mensagem: string) => [{ campo: 'url', mensagem }];
  const parsed = URL.parse(url);
  if (parsed === null) return problem('Informe um endereço completo, como https://exemplo.com.br/rubrica.');
  if (parsed.protocol !== 'https:' && deps.httpsRequired && scope.ambiente === 'PRODUCAO') {
    return problem('Em produção, só https.');
  }
  // Listings and logs show the address, so it is no place for a password.
  if (parsed.username !== '' || parsed.password !== '') return problem('Retire usuário e senha do endereço.');
  const refusal = await deps.webhookHttp.refusal(url, scope);
  return refusal === null ? [] : problem(refusal);
}
