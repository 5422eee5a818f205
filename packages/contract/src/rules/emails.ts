/** E-mail templates: their text is refused where it would be taken for something else than text. */
export const EMAILS = {
  emailVariable: 'Na linha {linha}, {variavel} não é uma variável. As que há: {variaveis}.',
  emailVariableMeant: 'Na linha {linha}, escreva {sugestao} no lugar de {variavel}.',
  emailBraces: 'Na linha {linha} há chaves sem par. Uma variável se escreve {exemplo}.',
  emailMarkup: 'Na linha {linha}, “{trecho}” parece HTML. O texto vai sem marcação: escreva-o como deve ser lido.',
  emailLink:
    'Na linha {linha}, “{trecho}” é um link. O convite tem um só, o pessoal, que o serviço põe depois do texto.',
  emailInvisible: 'Na linha {linha} há um caractere que não se vê ({codigo}). Apague-o.',
  emailOneLine: 'Deve ficar em uma linha só.',
  emailTemplatesLimit: 'A organização tem {n} modelos de e-mail próprios neste ambiente, e não cabem mais.',
  emailTemplateOfService: 'Este modelo é do serviço e não muda. Crie um seu com o texto dele.',
} as const;
