import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** What the person said: yes; no; or that they have to be asked, by giving this back as the tool's answer. */
export type Consent = 'given' | 'refused' | InputRequiredResult;

const KEY = 'consent';

/**
 * Asks the person through their program, past the model. Programs that cannot do that ask, or do not, before they call a tool.
 * @param connected what the program can, as it said when it connected; since the protocol of 2026 each call says so
 */
export function consentTo(
  question: string,
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
  connected: ClientCapabilities | undefined,
): Consent {
  // The library's type of what comes with each call is empty.
  const each = mcpReq.envelope as { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  const { elicitation } = each?.[CLIENT_CAPABILITIES_META_KEY] ?? connected ?? {};
  if (elicitation === undefined) return 'given';
  const said = inputResponse(mcpReq.inputResponses, KEY);
  if (said.kind === 'elicit') return said.action === 'accept' ? 'given' : 'refused';
  const asked = inputRequired.elicit({ message: question, requestedSchema: { type: 'object', properties: {} } });
  return inputRequired({ inputRequests: { [KEY]: asked } });
}
