import { because, rule } from '@rubrica/contract';
import type { WebhookHttp } from '../../core/ports.ts';
import type { FieldProblem } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';

/**
 * What speaks against delivering to this address, asked at registration so that a mistake shows at once. Every delivery
 * asks again: a name may resolve elsewhere by then. Resolves the name, so it is called outside any transaction.
 */
export async function urlProblems(webhookHttp: WebhookHttp, scope: Scope, url: string): Promise<FieldProblem[]> {
  const refusal = await webhookHttp.refusal(url, scope);
  return refusal === null ? [] : [{ campo: 'url', ...rule('webhookUrl', because(refusal)) }];
}
