/** `packages/contract/src/rules/emails.ts` in English. */
export const EMAILS = {
  emailVariable: 'On line {linha}, {variavel} is not a variable. There are: {variaveis}.',
  emailVariableMeant: 'On line {linha}, write {sugestao} instead of {variavel}.',
  emailBraces: 'On line {linha}, braces lack their pair. A variable is written {exemplo}.',
  emailMarkup:
    'On line {linha}, “{trecho}” looks like HTML. The text goes without markup: write it as it is to be read.',
  emailLink:
    'On line {linha}, “{trecho}” is a link. The invitation has one only, the personal one, which the service puts after the text.',
  emailInvisible: 'On line {linha} there is a character that cannot be seen ({codigo}). Delete it.',
  emailOneLine: 'Must stay on a single line.',
  emailTemplatesLimit: 'The organization has {n} e-mail templates of its own in this environment, which is the most.',
  emailTemplateOfService: 'This template is the service’s and does not change. Create your own with its text.',
};
