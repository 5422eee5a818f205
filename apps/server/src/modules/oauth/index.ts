import { defineModule } from '../../core/module.ts';
import { oauthHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const oauth = defineModule({ handlers: oauthHandlers, sweeps });

export {
  type AuthorizationOutcome,
  type AuthorizationRequest,
  type Parameters,
  readAuthorization,
} from './authorize.ts';
export {
  type ConsentProof,
  createConsentProof,
  grantAccess,
  mayConsent,
  refuseAccess,
} from './consent.ts';
export {
  listClients,
  listGrants,
  type RegisteredClient,
  registerClient,
  revokeClient,
  revokeGrant,
} from './registration.ts';
export { SCOPE_WORDS } from './scopes.ts';
