export { createCodeSender, createCodes, SEND_CODE } from './codigos.ts';
export { maskEmail } from './mascara.ts';
export { createPreparation, previewHandler } from './previa.ts';
export { type AssinaturaDeps, assinaturaHandlers } from './routes.ts';
export { createLinkResolver } from './sessao.ts';
