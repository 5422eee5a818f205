/** `packages/contract/src/rules/oauth.ts` in English. */
export const OAUTH = {
  oauthClientMissing: 'Send client_id and client_secret in the form, or by HTTP Basic.',
  oauthClientTwice: 'Send the credentials in the form or by HTTP Basic, not both ways.',
  oauthClientUnknown: 'The client_id or the client_secret is not valid in this environment.',
  oauthCodeParts: 'With authorization_code, send code, redirect_uri and code_verifier.',
  oauthCodeSpent:
    'The code does not exist, has expired, was already used, or does not match this client_id, redirect_uri and code_verifier.',
  oauthRefreshMissing: 'With refresh_token, send refresh_token.',
  oauthRefreshSpent:
    'The refresh_token does not exist, has expired, was already used, was revoked, or belongs to another client_id.',
  oauthScopeConsented: 'The scope exceeds what was consented to.',
  oauthScopeRegistered: 'The scope exceeds what was registered for this application.',
  oauthNoOrganization: 'This application has no organization of its own; use authorization_code.',
  oauthRevoked: 'The organization revoked the access of this application.',
  consentSessionOver: 'The session has ended. Go back to the application and try again.',
  consentDecision: 'The decision has to be consentir or recusar.',
  consentRole: 'Only an owner or an administrator gives an application access.',
  consentForm: 'The form did not come from this page and this session. Go back to the application and try again.',
  clientName: 'Give 1 to {n} characters.',
  clientEnvironment: 'Use PRODUCAO or TESTE.',
  clientScopes: 'Use names of the scopes of API keys.',
  clientRedirectMissing:
    'Give at least one address to return to, or organizacao and responsavel for client_credentials.',
  clientRedirect:
    '{endereco} will not do: use a complete https address, without user or fragment (http only at localhost).',
  clientOwner: 'Give, together, the id of the organization and the e-mail of an active owner or administrator of it.',
};
