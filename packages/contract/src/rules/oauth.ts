/** Applications that act for an organization. */
export const OAUTH = {
  oauthClientMissing: 'Envie client_id e client_secret no formulário, ou por HTTP Basic.',
  oauthClientTwice: 'Envie as credenciais no formulário ou por HTTP Basic, não dos dois modos.',
  oauthClientUnknown: 'O client_id ou o client_secret não é válido neste ambiente.',
  oauthCodeParts: 'Com authorization_code, envie code, redirect_uri e code_verifier.',
  oauthCodeSpent:
    'O code não existe, expirou, já foi usado ou não corresponde a este client_id, redirect_uri e code_verifier.',
  oauthRefreshMissing: 'Com refresh_token, envie refresh_token.',
  oauthRefreshSpent: 'O refresh_token não existe, expirou, já foi usado, foi revogado ou é de outro client_id.',
  oauthScopeConsented: 'O scope passa do que foi consentido.',
  oauthScopeRegistered: 'O scope passa do que foi registrado para este aplicativo.',
  oauthNoOrganization: 'Este aplicativo não tem organização própria; use authorization_code.',
  oauthRevoked: 'A organização revogou o acesso deste aplicativo.',
  consentSessionOver: 'A sessão terminou. Volte ao aplicativo e tente de novo.',
  consentDecision: 'A decisão deve ser consentir ou recusar.',
  consentRole: 'Só um proprietário ou administrador concede acesso a um aplicativo.',
  consentForm: 'O formulário não veio desta página e desta sessão. Volte ao aplicativo e tente de novo.',
  clientName: 'Informe de 1 a {n} caracteres.',
  clientEnvironment: 'Use PRODUCAO ou TESTE.',
  clientScopes: 'Use nomes de escopos de chaves de API.',
  clientRedirectMissing:
    'Informe ao menos um endereço de retorno, ou organizacao e responsavel para client_credentials.',
  clientRedirect:
    '{endereco} não serve: use um endereço https completo, sem usuário nem âncora (http só em localhost).',
  clientOwner: 'Informe, juntos, o id da organização e o e-mail de um proprietário ou administrador ativo dela.',
} as const;
