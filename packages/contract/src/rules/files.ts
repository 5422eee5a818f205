export const FILES = {
  /** Files. */
  fileThreat: 'O arquivo contém uma ameaça conhecida e não foi guardado.',
  fileSize: 'O limite é de 20 MB (20 971 520 bytes).',
  base64Form:
    'Não é base64: use A–Z, a–z, 0–9, + e /, completando com = o último grupo de quatro, sem quebras de linha nem o prefixo data:.',
  fileUrl: 'O arquivo não pôde ser buscado: {motivo}.',
  fileUrlRedirected: 'O endereço redireciona para outro, de onde o arquivo não pôde ser buscado: {motivo}.',
  /** Why, inside either sentence, beside the reasons of a webhook's address. */
  redirectsMany: 'há mais de {n} redirecionamentos',
  redirectBroken: 'o redirecionamento não diz para onde',
  answerEncoded: 'o servidor comprimiu a resposta (Content-Encoding), e o arquivo só é aceito como é',
  fetchFailed: 'a conexão falhou ({codigo})',
  pdfNot: 'O arquivo não é um PDF.',
  pdfVersion: 'A versão {versao} não é aceita; use PDF de 1.4 a 2.0.',
  pdfVersionUnknown: 'A versão do PDF não é aceita; use PDF de 1.4 a 2.0.',
  pdfPassword:
    'O PDF pede senha para abrir. Abra o arquivo, use “Imprimir” e “Salvar como PDF”, ou remova a proteção, e envie a cópia aberta.',
  pdfPermissions:
    'O PDF abre sem senha, mas tem senha de permissões. Abra o arquivo, use “Imprimir” e “Salvar como PDF”, ou remova a proteção, e envie a cópia aberta.',
  pdfSigned: 'O PDF já tem assinatura digital; qualquer mudança a invalidaria. Envie a versão sem assinatura.',
  pdfFilled: 'O formulário do PDF tem campos preenchidos. Envie-o vazio ou salve uma cópia achatada.',
  pdfFilledFields: 'O formulário do PDF tem campos preenchidos ({campos}). Envie-o vazio ou salve uma cópia achatada.',
  pdfPages: 'O PDF tem {n} páginas; o limite é {limite}.',
  pdfPagesUncounted: 'O PDF passa do limite de {limite} páginas.',
  pdfStructure:
    'O PDF tem uma estrutura danificada, que impede preservar os bytes originais na cópia assinada. Salve-o de novo em um editor e reenvie.',
  pdfComplex: 'O PDF é complexo demais para ser lido com segurança. Salve uma cópia mais simples e reenvie.',
  pdfBroken: 'O PDF está danificado e não pôde ser lido.',
  pageBeyondNewFile: 'O novo arquivo tem {n} páginas, e este campo está na {pagina}.',
  fileInfected: 'O arquivo foi recusado pela verificação de vírus.',
  fileRefused: 'O arquivo não pode ser aceito.',
  /** Templates and their use. */
  roleLimit: 'O limite é de {n} papéis.',
  fieldLimit: 'O limite é de {n} campos.',
  signerLimit: 'O limite é de {n} signatários.',
  idTwice: 'Este id se repete no pedido.',
  idTaken: 'Este id já está em uso.',
  factorOffered: 'O fator {fator} ainda não está disponível; use {fatores}.',
  noSuchRole: 'Não há papel com este id.',
  roleNeeded: 'Um campo {tipo} precisa de um papel.',
  variableMissing: 'O modelo pede esta variável.',
  variableUnknown: 'O modelo não tem esta variável.',
  roleUnknown: 'O modelo não tem este papel.',
  roleFilled: 'Este papel já foi preenchido.',
  roleEmpty: 'Falta quem ocupe o papel {rotulo}.',
  templateTooBig: 'O modelo passa do que o contrato permite.',
} as const;
