/** `packages/contract/src/rules/emails.ts` in Spanish. */
export const EMAILS = {
  emailVariable: 'En la línea {linha}, {variavel} no es una variable. Las que hay: {variaveis}.',
  emailVariableMeant: 'En la línea {linha}, escriba {sugestao} en lugar de {variavel}.',
  emailBraces: 'En la línea {linha} hay llaves sin pareja. Una variable se escribe {exemplo}.',
  emailMarkup: 'En la línea {linha}, “{trecho}” parece HTML. El texto va sin marcas: escríbalo como debe leerse.',
  emailLink:
    'En la línea {linha}, “{trecho}” es un enlace. La invitación tiene uno solo, el personal, que el servicio pone después del texto.',
  emailInvisible: 'En la línea {linha} hay un carácter que no se ve ({codigo}). Bórrelo.',
  emailOneLine: 'Debe quedar en una sola línea.',
  emailTemplatesLimit: 'La organización tiene {n} plantillas de correo propias en este ambiente, y no caben más.',
  emailTemplateOfService: 'Esta plantilla es del servicio y no cambia. Cree una propia con su texto.',
};
