import { because, rule } from '@rubrica/contract';
import type { WebhookHttp } from '../../core/ports.ts';
import type { FieldProblem } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';

/**
 * Why nothing may be delivered to this address, checked at registration so that a mistake shows at once. Every delivery
 * checks again, because a name may resolve differently by then. Resolves the name, so call it outside any transaction.
 */
export async function urlProblems(webhookHttp: WebhookHttp, scope: Scope, url: string): Promise<FieldProblem[]> {
  const refusal = await webhookHttp.refusal(url, scope);
  return refusal === null ? [] : [{ campo: 'url', ...rule('webhookUrl', because(refusal)) }];
}
