import type { Guide } from './guides.ts';

/** `/llms.txt` (llmstxt.org): what the service is and where its documentation is available as plain text. */
export function renderLlms(
  { baseUrl, docsUrl, publicUrl }: { readonly baseUrl: string; readonly docsUrl: string; readonly publicUrl: string },
  guides: readonly Guide[],
): string {
  const list = guides.map(({ slug, title, about }) => `- [${title}](${docsUrl}/${slug}.md): ${about}`).join('\n');
  return `# Rubrica

> Serviço de assinatura eletrônica de código aberto, por API REST com JSON. Um PDF entra, cada pessoa assina por um link
> pessoal, e um PDF selado sai, com trilha de auditoria, certificado de conclusão e código público de validação.

- Produção: ${baseUrl}, com chaves \`svc_live_…\`; testes: ${baseUrl}/sandbox, com chaves \`svc_test_…\`. A chave vai em
  \`Authorization: Bearer\`, nunca na URL nem em navegador.
- Nomes de campos, códigos de erro e valores são em português e vêm do contrato OpenAPI 3.1, que prevalece sobre qualquer texto.
- Erros são \`application/problem+json\` (RFC 9457): decida por \`codigo\`, registre \`requestId\`. \`GET /chamadas\` acha uma
  chamada recente por ele.
- Todo POST autenticado aceita \`Idempotency-Key\`. Listagens continuam enquanto \`proximoCursor\` vier preenchido.
- Webhooks são assinados (\`X-Service-Signature\`), chegam ao menos uma vez e fora de ordem: deduplique por \`eventoId\`.

## Contrato

- [OpenAPI 3.1](${baseUrl}/openapi.json): cada operação com campos, respostas e exemplos.
- [Códigos de erro](${docsUrl}/erros.html): quando acontecem e o que fazer.

## Guias

${list}

## Opcional

- [Validação pública](${publicUrl}/validar): a página em que qualquer pessoa confere um documento.
- [Selo desta instalação](${docsUrl}/selo): o certificado que sela os documentos.
`;
}
