/** `packages/contract/src/rules/oauth.ts` in Spanish. */
export const OAUTH = {
  oauthClientMissing: 'Envíe client_id y client_secret en el formulario, o por HTTP Basic.',
  oauthClientTwice: 'Envíe las credenciales en el formulario o por HTTP Basic, no de los dos modos.',
  oauthClientUnknown: 'El client_id o el client_secret no es válido en este entorno.',
  oauthCodeParts: 'Con authorization_code, envíe code, redirect_uri y code_verifier.',
  oauthCodeSpent:
    'El code no existe, expiró, ya se usó o no corresponde a este client_id, redirect_uri y code_verifier.',
  oauthRefreshMissing: 'Con refresh_token, envíe el refresh_token.',
  oauthRefreshSpent: 'El refresh_token no existe, expiró, ya se usó, fue revocado o es de otro client_id.',
  oauthScopeConsented: 'El scope supera lo que se consintió.',
  oauthScopeRegistered: 'El scope supera lo que se registró para esta aplicación.',
  oauthNoOrganization: 'Esta aplicación no tiene organización propia; use authorization_code.',
  oauthRevoked: 'La organización revocó el acceso de esta aplicación.',
  consentSessionOver: 'La sesión terminó. Vuelva a la aplicación e inténtelo de nuevo.',
  consentDecision: 'La decisión debe ser consentir o recusar.',
  consentRole: 'Solo un propietario o un administrador concede acceso a una aplicación.',
  consentForm: 'El formulario no vino de esta página y de esta sesión. Vuelva a la aplicación e inténtelo de nuevo.',
  clientName: 'Indique de 1 a {n} caracteres.',
  clientEnvironment: 'Use PRODUCAO o TESTE.',
  clientScopes: 'Use nombres de alcances de claves de API.',
  clientRedirectMissing:
    'Indique al menos una dirección de retorno, u organizacao y responsavel para client_credentials.',
  clientRedirect:
    '{endereco} no sirve: use una dirección https completa, sin usuario ni ancla (http solo en localhost).',
  clientOwner:
    'Indique, juntos, el id de la organización y el correo de un propietario o administrador activo de ella.',
};
