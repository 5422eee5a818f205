export { authenticatorContext } from './factors/authenticator.ts';
export { createCodes } from './factors/code-digits.ts';
export { SEND_CODE } from './factors/codes.ts';
export { createCodeSender } from './factors/send-code.ts';
export { createForgottenSender, SEND_FORGOTTEN } from './forget-authenticator.ts';
export { maskEmail } from './mascara.ts';
export { createPreparation, previewHandler } from './previa.ts';
export { type AssinaturaDeps, assinaturaHandlers } from './routes.ts';
export { createLinkResolver } from './sessao.ts';
