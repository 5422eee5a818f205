// Made by "npm run generate" from the migrations and functions; not to be edited.

/** A value of a json column; whoever reads it knows its shape. */
export type Json = NonNullable<unknown>;

/** Rows of tables. */
export interface Tables {
  arquivo: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    chave: string;
    sha256: string;
    tamanho_bytes: number;
    varredura: Json;
    criado_em: Date;
    conteudo_ativo: Json;
  };
  autenticador: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    email: string | null;
    segredo: Buffer;
    criado_em: Date;
    confirmado_em: Date | null;
    ultimo_passo: number | null;
    signatario_id: string | null;
  };
  aviso: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    documento_id: string;
    mensagem_id: string | null;
    signatario_id: string | null;
    membro_id: string | null;
    link_id: string | null;
    ator: string | null;
    motivo: string | null;
    criado_em: Date;
  };
  campo: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    documento_id: string;
    signatario_id: string | null;
    posicao: number;
    tipo: string;
    pagina: number;
    x: number;
    y: number;
    largura: number;
    altura: number;
    z: number;
    rotulo: string | null;
    obrigatorio: boolean;
    valor_padrao: string | null;
  };
  certificado: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    documento_id: string;
    codigo: string;
    versao: number;
    nivel_assinatura: string;
    hash_documento: string;
    hash_conteudo: string;
    hash_anterior: string | null;
    hash: string;
    qr_conteudo: string;
    conteudo: string;
    arquivo_id: string;
    emitido_em: Date;
  };
  chave_api: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    nome: string;
    prefixo: string;
    segredo_hash: Buffer;
    escopos: readonly string[];
    membro_id: string;
    criada_em: Date;
    ultimo_uso_em: Date | null;
    ultimo_ip: string | null;
    revogada_em: Date | null;
  };
  cliente: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    nome: string;
    email: string | null;
    telefone: string | null;
    cpf: string | null;
    data_nascimento: string | null;
    referencia_externa: string | null;
    metadados: Json;
    busca: string;
    criado_em: Date;
    usado_em: Date | null;
  };
  cliente_oauth: {
    id: string;
    client_id: string;
    segredo_hash: Buffer;
    nome: string;
    ambiente: string;
    redirect_uris: readonly string[];
    escopos: readonly string[];
    membro_id: string | null;
    criado_em: Date;
    revogado_em: Date | null;
  };
  codigo_otp: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    link_id: string;
    signatario_id: string;
    fator: string;
    destino: string;
    criado_em: Date;
    expira_em: Date;
    encerrado_em: Date | null;
    lugares: Json;
    contado_em: readonly string[];
  };
  codigo_recuperacao: {
    usuario_id: string;
    codigo_hash: Buffer;
    criado_em: Date;
    usado_em: Date | null;
  };
  concessao_oauth: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    cliente_id: string;
    membro_id: string;
    propria: boolean;
    escopos: readonly string[];
    criada_em: Date;
    ultimo_uso_em: Date | null;
    ultimo_ip: string | null;
    revogada_em: Date | null;
    motivo_revogacao: string | null;
  };
  confirmacao_email: {
    id: string;
    usuario_id: string;
    token_hash: Buffer;
    reenvio: boolean;
    criada_em: Date;
    expira_em: Date;
    entregue_em: Date | null;
    usada_em: Date | null;
  };
  consumo_mensal: {
    organizacao_id: string;
    mes: string;
    tipo: string;
    quantidade: number;
    linhas: number;
  };
  consumo_variacao: {
    organizacao_id: string;
    mes: string;
    tipo: string;
    quantidade: number;
  };
  contato: {
    id: string;
    protocolo: string;
    nome: string;
    email: string;
    assunto: string | null;
    mensagem: string;
    ip: string;
    agente_usuario: string | null;
    criado_em: Date;
    entregue_em: Date | null;
  };
  convite: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    membro_id: string;
    convidado_por: string;
    token_hash: Buffer;
    criado_em: Date;
    expira_em: Date;
    entregue_em: Date | null;
    usado_em: Date | null;
    revogado_em: Date | null;
  };
  credencial_oauth: {
    hash: Buffer;
    organizacao_id: string;
    ambiente: string;
    concessao_id: string;
    tipo: string;
    escopos: readonly string[];
    redirect_uri: string | null;
    desafio: string | null;
    criada_em: Date;
    expira_em: Date;
    usada_em: Date | null;
  };
  desafio: {
    id: string;
    usuario_id: string;
    organizacao_id: string;
    membro_id: string;
    convite_id: string | null;
    criado_em: Date;
    expira_em: Date;
    encerrado_em: Date | null;
  };
  documento: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    titulo: string;
    descricao: string | null;
    status: string;
    nivel_assinatura: string;
    fatores_exigidos: readonly string[];
    pasta_id: string | null;
    envelope_id: string | null;
    ordenado: boolean;
    recusavel: boolean;
    parar_se_recusado: boolean;
    mensagem: string | null;
    lembrete: string | null;
    prazo_em: Date | null;
    expira_em: Date | null;
    modelo_email_id: string | null;
    responder_para: string | null;
    criado_por: string;
    criado_em: Date;
    atualizado_em: Date;
    enviado_em: Date | null;
    assinado_por_todos_em: Date | null;
    finalizado_em: Date | null;
    excluido_em: Date | null;
    arquivo_id: string;
    arquivo_hash: string;
    versao: number;
    paginas: number;
    geometria: Json;
    codigo_validacao: string | null;
    hash_publico: string | null;
    arquivo_assinado_id: string | null;
    revisao: number;
    busca: string;
    lembrete_em: Date | null;
    envelope_posicao: number | null;
    esquema: string;
    referencia_externa: string | null;
    metadados: Json;
    marcas: Json | null;
    convite: Json | null;
    campos_sal: string | null;
    remetente: string | null;
    mensagem_padrao: string | null;
  };
  documento_contagem: {
    organizacao_id: string;
    ambiente: string;
    pasta_id: string;
    status: string;
    total: number;
  };
  documento_variacao: {
    organizacao_id: string;
    ambiente: string;
    documento_id: string;
    pasta_id: string | null;
    status: string;
    busca: string;
    variacao: number;
    sem_texto: boolean;
    transacao: string;
    ocorrida_em: Date;
    dobrada: boolean;
  };
  download: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    token_hash: Buffer;
    arquivo_id: string;
    nome_arquivo: string;
    criado_em: Date;
    expira_em: Date;
    usado_em: Date | null;
  };
  edicao: {
    organizacao_id: string;
    ambiente: string;
    id: string;
    documento_id: string;
    bilhete_hash: Buffer;
    token_hash: Buffer;
    origem: string;
    nome: string;
    credencial_id: string;
    membro_id: string;
    expira_em: Date;
    chave_hash: Buffer | null;
  };
  entrega_webhook: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    webhook_id: string;
    evento_id: string;
    evento: string;
    corpo: Buffer;
    status: string;
    tentativas: number;
    ocorrida_em: Date;
    criada_em: Date;
    primeira_tentativa_em: Date | null;
    proxima_tentativa_em: Date | null;
    resposta_http: number | null;
    duracao_ms: number | null;
    erro: string | null;
    rodada: number;
    teste: boolean;
  };
  envelope: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    titulo: string;
    criado_por: string;
    criado_em: Date;
    enviado_em: Date | null;
    referencia_externa: string | null;
    metadados: Json;
  };
  evento_auditoria: {
    documento_id: string;
    sequencia: number;
    organizacao_id: string;
    ambiente: string;
    id: string;
    corpo: string;
    hash: string;
  };
  evento_lembrado: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    posicao: number;
  };
  evento_saida: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    evento: string;
    documento_id: string | null;
    ocorrido_em: Date;
    dados: Json;
    ouvintes: readonly string[] | null;
    posicao: number | null;
  };
  evento_seguranca: {
    id: string;
    organizacao_id: string | null;
    ocorrido_em: Date;
    tipo: string;
    requisicao_id: string | null;
    ip: string | null;
    detalhe: Json;
  };
  expurgo: {
    documento_id: string;
    organizacao_id: string;
    ambiente: string;
    categoria: string;
    desde: Date;
    expurgado_em: Date;
    trilha_tamanho: number;
    trilha_hash: string;
    transacao: string;
  };
  fator_signatario: {
    organizacao_id: string;
    ambiente: string;
    signatario_id: string;
    fator: string;
    cumprido_em: Date | null;
    meio: string | null;
    falhas: number;
    bloqueado_ate: Date | null;
    provado_para: Json | null;
    link_id: string | null;
  };
  fatura: {
    id: string;
    organizacao_id: string;
    mes: string;
    numero: string;
    itens: Json;
    total_centavos: number;
    emitida_em: Date;
    vence_em: Date;
    paga_em: Date | null;
    token_hash: Buffer | null;
  };
  formulario: {
    organizacao_id: string;
    ambiente: string;
    id: string;
    modelo_id: string;
    titulo: string;
    papel_id: string;
    documento: Json;
    limite: number | null;
    respostas: number;
    expira_em: Date | null;
    encerrado_em: Date | null;
    token: string;
    criado_por: string;
    criado_em: Date;
    impedimento: string | null;
    impedido_em: Date | null;
    avisado_em: Date | null;
  };
  formulario_pedido: {
    organizacao_id: string;
    ambiente: string;
    id: string;
    formulario_id: string;
    token_hash: Buffer;
    nome: string | null;
    email: string | null;
    idioma: string | null;
    pedido_em: Date;
    expira_em: Date;
    documento_id: string | null;
    link_id: string | null;
  };
  funcao_aplicada: {
    arquivo: string;
    sha256: string;
    aplicada_em: Date;
  };
  idempotencia: {
    organizacao_id: string;
    ambiente: string;
    rota: string;
    chave: string;
    requisicao_hash: string;
    status: number | null;
    cabecalhos: Json | null;
    corpo: Buffer | null;
    criado_em: Date;
    autor: string | null;
  };
  imagem_assinatura: {
    organizacao_id: string;
    ambiente: string;
    signatario_id: string;
    uso: string;
    png: Buffer;
  };
  instalacao: {
    nome: string;
    impressao: string;
    desde: Date;
  };
  link: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    token_hash: Buffer;
    canal: string;
    destino: string | null;
    criado_em: Date;
    entregue_em: Date | null;
    revogado_em: Date | null;
    motivo_revogacao: string | null;
    pessoa: string | null;
    motivo: string;
    erros: number;
  };
  link_exibido: {
    organizacao_id: string;
    ambiente: string;
    link_id: string;
    credencial_id: string;
    exibido_em: Date;
    documento_id: string;
  };
  link_incorporado: {
    organizacao_id: string;
    ambiente: string;
    link_id: string;
    bilhete_hash: Buffer;
    origem: string;
    url_retorno: string | null;
    expira_em: Date;
    chave_hash: Buffer | null;
  };
  link_signatario: {
    organizacao_id: string;
    ambiente: string;
    link_id: string;
    documento_id: string;
    signatario_id: string;
    desligado_em: Date | null;
    motivo_desligamento: string | null;
  };
  medicao: {
    id: string;
    organizacao_id: string;
    tipo: string;
    quantidade: number;
    ocorrido_em: Date;
    documento_id: string | null;
    descricao: string | null;
    referencia: string;
  };
  membro: {
    id: string;
    organizacao_id: string;
    usuario_id: string | null;
    nome: string | null;
    email: string;
    papel: string;
    estado: string;
    ultimo_acesso_em: Date | null;
    criado_em: Date;
    removido_em: Date | null;
  };
  mensagem_capturada: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    canal: string;
    destino: string;
    assunto: string | null;
    texto: string;
    html: string | null;
    criado_em: Date;
    reservada: boolean;
    tipo: string | null;
    documentos: readonly string[];
    signatario_id: string | null;
    link: string | null;
    codigo: string | null;
    de: string | null;
    responder_para: string | null;
    gravada_em: Date;
    anexos: Json;
  };
  migracao: {
    nome: string;
    sha256: string;
    aplicada_em: Date;
  };
  modelo: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    nome: string;
    descricao: string | null;
    escopo: string;
    arquivo_id: string;
    geometria: Json;
    paginas: number;
    variaveis: readonly string[];
    papeis: Json;
    campos: Json;
    vezes_usado: number;
    criado_por: string;
    criado_em: Date;
    excluido_em: Date | null;
    marcas: Json | null;
  };
  modelo_email: {
    organizacao_id: string;
    ambiente: string;
    id: string;
    nome: string;
    assunto: string;
    corpo: string;
    criado_por: string;
    criado_em: Date;
    excluido_em: Date | null;
  };
  numeracao_fatura: {
    ano: number;
    ultimo: number;
  };
  organizacao: {
    id: string;
    nome: string;
    documento: string | null;
    status: string;
    plano_codigo: string;
    marca: Json;
    criada_em: Date;
    armazenamento_ate: string | null;
    faturado_ate: string | null;
    encerra_em: Date | null;
    encerrada_em: Date | null;
    origens_permitidas: readonly string[];
  };
  palpite: {
    organizacao_id: string;
    ambiente: string;
    alvo: Buffer;
    falhas: number;
    bloqueado_ate: Date | null;
  };
  pasta: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    nome: string;
    pai_id: string | null;
    criada_em: Date;
    quantidade_documentos: number;
  };
  plano_vigencia: {
    organizacao_id: string;
    desde: Date;
    plano_codigo: string;
  };
  politica_retencao: {
    organizacao_id: string;
    ambiente: string;
    concluido: number | null;
    rascunho: number | null;
    cancelado_ou_expirado: number | null;
    entrega_webhook: number | null;
    registro_chamada: number | null;
    definida_em: Date;
    definida_por: string;
  };
  recuperacao_senha: {
    id: string;
    email_cifrado: Buffer | null;
    usuario_id: string | null;
    token_hash: Buffer | null;
    criada_em: Date;
    expira_em: Date;
    entregue_em: Date | null;
    usada_em: Date | null;
  };
  registro_aberto: {
    ambiente: string;
    geracao: string;
    origem: string;
    chave: Buffer | null;
    vkey: string;
    tamanho: number;
    raiz: Buffer;
    nota: string | null;
    estendido_em: Date;
    publicado: string | null;
    publicado_tamanho: number;
    publicado_em: Date | null;
    encerrado_em: Date | null;
  };
  registro_bloco: {
    ambiente: string;
    geracao: string;
    nivel: number;
    numero: number;
    hashes: Buffer;
  };
  registro_chamada: {
    organizacao_id: string;
    ambiente: string;
    ocorrido_em: Date;
    requisicao_id: string;
    operacao: string;
    metodo: string;
    rota: string;
    status: number;
    codigo: string | null;
    duracao_ms: number;
    tipo_ator: string;
    ator: string;
    credencial_id: string | null;
    ip: string;
  };
  registro_dia: {
    ambiente: string;
    geracao: string;
    dia: string;
    nota: string;
    carimbo: Buffer | null;
  };
  registro_fila: {
    organizacao_id: string;
    ambiente: string;
    id: string;
    rotulo: Buffer;
    folha: string;
    em: Date;
  };
  registro_folha: {
    ambiente: string;
    geracao: string;
    indice: number;
    rotulo: Buffer;
    folha: string;
  };
  relogio: {
    organizacao_id: string;
    ambiente: string;
    deslocamento_s: number;
    destino_s: number | null;
  };
  selo_publicado: {
    impressao: string;
    pem: string;
    de: Date;
    ambiente: string;
    ate: Date | null;
    revogado_em: Date | null;
  };
  selo_teste: {
    unico: boolean;
    chave: Buffer;
  };
  sessao: {
    id: string;
    organizacao_id: string;
    membro_id: string;
    usuario_id: string;
    token_hash: Buffer;
    csrf_hash: Buffer;
    ip: string | null;
    agente_usuario: string | null;
    geolocalizacao: Json | null;
    criada_em: Date;
    usada_em: Date;
    expira_em: Date;
    encerrada_em: Date | null;
  };
  signatario: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    documento_id: string;
    posicao: number;
    funcao: string;
    nome: string | null;
    email: string | null;
    telefone: string | null;
    cpf: string | null;
    data_nascimento: string | null;
    metodo_entrega: string;
    fatores_exigidos: readonly string[] | null;
    ordem: number | null;
    travar_dados: boolean;
    cliente_id: string | null;
    status: string;
    convidado_em: Date | null;
    enviado_em: Date | null;
    visualizado_em: Date | null;
    autenticado_em: Date | null;
    assinado_em: Date | null;
    recusado_em: Date | null;
    motivo_recusa: string | null;
    paginas_lidas: number;
    leitura_segundos: number;
    leitura_concluida_em: Date | null;
    aceito_em: Date | null;
    aceite: Json | null;
    transacao_id: string | null;
    evidencia: Json | null;
    assinatura: Json | null;
    rubrica: Json | null;
    correcoes: readonly Date[];
    envio_sal: string | null;
    envio_dados: Json | null;
    valores_sal: string | null;
    referencia_externa: string | null;
    metadados: Json;
    chave: string | null;
    idioma: string | null;
    url_retorno: string | null;
    delegavel: boolean;
    delegado_de: Json | null;
    presencial: boolean;
  };
  solicitacao_lgpd: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    tipo: string;
    estado: string;
    titular_nome: string;
    titular_email: string;
    titular_cpf: string | null;
    descricao: string | null;
    prazo_legal_em: Date;
    carencia_ate: Date | null;
    criada_em: Date;
    criada_por: string;
    confirmada_em: Date | null;
    confirmada_por: string | null;
    encerrada_em: Date | null;
    motivo_recusa: string | null;
    resultado: Json | null;
    arquivo_id: string | null;
    arquivo_expira_em: Date | null;
  };
  tentativa_entrega: {
    organizacao_id: string;
    ambiente: string;
    entrega_id: string;
    numero: number;
    realizada_em: Date;
    resposta_http: number | null;
    resposta_corpo: string | null;
    duracao_ms: number;
    erro: string | null;
    regra: string | null;
    valores: Json | null;
  };
  tentativa_senha: {
    conta: Buffer;
    seguidas: number;
    ultima_em: Date;
  };
  trilha: {
    documento_id: string;
    organizacao_id: string;
    ambiente: string;
    tamanho: number;
    hash: string;
    ultimo_em: Date | null;
    nonce: Buffer | null;
  };
  troca_email: {
    id: string;
    usuario_id: string;
    email_anterior: string;
    email_novo: string;
    token_hash: Buffer;
    criada_em: Date;
    expira_em: Date;
    entregue_em: Date | null;
    encerrada_em: Date | null;
  };
  usuario: {
    id: string;
    nome: string;
    email: string;
    senha_hash: string;
    totp_segredo: Buffer | null;
    totp_confirmado_em: Date | null;
    totp_ultimo_passo: number | null;
    criado_em: Date;
    totp_falhas: number;
    totp_descansa_ate: Date | null;
    recuperacao_falhas: number;
    recuperacao_descansa_ate: Date | null;
    email_confirmado_em: Date | null;
    idioma: string | null;
    tema: string;
    avisos_recusados: readonly string[];
    registro_avisado_em: string | null;
  };
  valor_campo: {
    organizacao_id: string;
    ambiente: string;
    campo_id: string;
    signatario_id: string;
    texto: string | null;
    imagem: Buffer | null;
    preenchido_em: Date;
  };
  versao: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    documento_id: string;
    numero: number;
    arquivo_id: string;
    paginas: number;
    geometria: Json;
    enviado_em: Date;
    enviado_por: string;
  };
  webhook: {
    id: string;
    organizacao_id: string;
    ambiente: string;
    url: string;
    eventos: readonly string[];
    descricao: string | null;
    ativo: boolean;
    segredo: Buffer;
    segredo_anterior: Buffer | null;
    segredo_anterior_ate: Date | null;
    criado_em: Date;
    excluido_em: Date | null;
    desativado_em: Date | null;
    ultimo_sucesso_em: Date | null;
    ultima_entrega_em: Date | null;
    ultima_entrega_status: string | null;
    desativado_motivo: string | null;
    falhas_simuladas: number;
    falha_simulada: string | null;
  };
}

/** Rows of views and of what doors return, of which nobody says what may be null. */
export interface Loose {
  consumo_do_mes: {
    organizacao_id: string;
    mes: string;
    tipo: string;
    quantidade: number;
    linhas: number;
  };
  prazo_guarda: {
    organizacao_id: string;
    ambiente: string;
    concluido: number;
    rascunho: number;
    cancelado_ou_expirado: number;
    entrega_webhook: number;
    registro_chamada: number;
    adiantado_s: number;
  };
  'acesso.a_concluir': {
    id: string;
    organizacao_id: string;
    ambiente: string;
  };
  'acesso.acesso_oauth': {
    concessao_id: string;
    organizacao_id: string;
    ambiente: string;
    nome: string;
    client_id: string;
    escopos: readonly string[];
    membro_id: string;
    usuario_id: string;
    papel: string;
    ultimo_uso_em: Date;
  };
  'acesso.aplicativos_concedidos': {
    id: string;
    client_id: string;
    nome: string;
    revogado_em: Date;
  };
  'acesso.buscar': {
    id: string;
  };
  'acesso.buscar_clientes': {
    id: string;
  };
  'acesso.caixas_recentes': {
    organizacao_id: string;
    ambiente: string;
    marca: string;
  };
  'acesso.chaves': {
    posicao: number;
    id: string;
    organizacao_id: string;
    ambiente: string;
    nome: string;
    segredo_hash: Buffer;
    escopos: readonly string[];
    membro_id: string;
    usuario_id: string;
    papel: string;
    ultimo_uso_em: Date;
    revogada: boolean;
    revisao: number;
  };
  'acesso.cifrados_antes': {
    lugar: string;
    id: string;
    valor: Buffer;
  };
  'acesso.cliente_oauth': {
    id: string;
    client_id: string;
    segredo_hash: Buffer;
    nome: string;
    ambiente: string;
    redirect_uris: readonly string[];
    escopos: readonly string[];
    membro_id: string;
    organizacao_id: string;
  };
  'acesso.confirmacao_email': {
    id: string;
    usuario_id: string;
  };
  'acesso.contar_busca': {
    total: number;
    retrato: string;
  };
  'acesso.contato_a_entregar': {
    id: string;
    protocolo: string;
    nome: string;
    email: string;
    assunto: string;
    mensagem: string;
    criado_em: Date;
  };
  'acesso.convite': {
    id: string;
    organizacao_id: string;
    organizacao: string;
    membro_id: string;
    email: string;
    papel: string;
    usuario_id: string;
    usuario_nome: string;
    senha_hash: string;
  };
  'acesso.credencial_oauth': {
    organizacao_id: string;
    ambiente: string;
  };
  'acesso.desafio': {
    usuario_id: string;
    organizacao_id: string;
  };
  'acesso.donos_a_avisar': {
    usuario_id: string;
  };
  'acesso.download': {
    id: string;
    organizacao_id: string;
    ambiente: string;
  };
  'acesso.edicao': {
    id: string;
    organizacao_id: string;
    ambiente: string;
    origem: string;
  };
  'acesso.eliminacoes_de_teste': {
    id: string;
    organizacao_id: string;
    ambiente: string;
    em: Date;
  };
  'acesso.eliminacoes_devidas': {
    id: string;
    organizacao_id: string;
    ambiente: string;
  };
  'acesso.eventos_depois': {
    posicao: number;
    organizacao_id: string;
    ambiente: string;
    evento: string;
    documento_id: string;
  };
  'acesso.exportacoes_de_teste': {
    id: string;
    organizacao_id: string;
    ambiente: string;
    em: Date;
  };
  'acesso.exportacoes_vencidas': {
    id: string;
    organizacao_id: string;
    ambiente: string;
  };
  'acesso.expurgaveis': {
    id: string;
    organizacao_id: string;
    ambiente: string;
    categoria: string;
    desde: Date;
  };
  'acesso.expurgo_previsto': {
    organizacao_id: string;
    organizacao: string;
    ambiente: string;
    categoria: string;
    quantidade: number;
    bytes: number;
    desde: Date;
  };
  'acesso.fatura_a_pagar': {
    numero: string;
    organizacao: string;
    mes: string;
    itens: Json;
    total_centavos: number;
    emitida_em: Date;
    vence_em: Date;
    paga_em: Date;
  };
  'acesso.faturas_sem_token': {
    id: string;
    organizacao_id: string;
  };
  'acesso.formulario': {
    id: string;
    organizacao_id: string;
    ambiente: string;
    origem: string;
  };
  'acesso.lembretes_de_teste': {
    id: string;
    organizacao_id: string;
    ambiente: string;
    em: Date;
  };
  'acesso.lembretes_devidos': {
    id: string;
    organizacao_id: string;
    ambiente: string;
  };
  'acesso.limpar_sandbox': {
    removidas: number;
    chaves: readonly string[];
  };
  'acesso.link': {
    id: string;
    organizacao_id: string;
    ambiente: string;
    revogado: boolean;
  };
  'acesso.link_incorporado': {
    id: string;
    organizacao_id: string;
    ambiente: string;
    origem: string;
  };
  'acesso.login': {
    usuario_id: string;
    nome: string;
    senha_hash: string;
    totp: boolean;
    membro_id: string;
    organizacao_id: string;
  };
  'acesso.numerar_eventos': {
    numerados: number;
    ultima: number;
  };
  'acesso.organizacoes_da_pessoa': {
    id: string;
    nome: string;
    documento: string;
    status: string;
    plano_codigo: string;
    marca: Json;
    criada_em: Date;
    encerra_em: Date;
    membro_id: string;
    papel: string;
  };
  'acesso.organizacoes_do_usuario': {
    id: string;
    nome: string;
    documento: string;
    status: string;
    plano_codigo: string;
    marca: Json;
    criada_em: Date;
    membro_id: string;
    papel: string;
  };
  'acesso.pedido_de_formulario': {
    id: string;
    organizacao_id: string;
    ambiente: string;
    origem: string;
  };
  'acesso.publicar_selo': {
    impressao: string;
    pem: string;
    desde: Date;
  };
  'acesso.quem_chama_por_acesso': {
    concessao_id: string;
    organizacao_id: string;
    ambiente: string;
    nome: string;
    client_id: string;
    escopos: readonly string[];
    membro_id: string;
    usuario_id: string;
    papel: string;
    ultimo_uso_em: Date;
    suspensa: boolean;
    confirmado: boolean;
  };
  'acesso.quem_chama_por_chave': {
    posicao: number;
    id: string;
    organizacao_id: string;
    ambiente: string;
    nome: string;
    segredo_hash: Buffer;
    escopos: readonly string[];
    membro_id: string;
    usuario_id: string;
    papel: string;
    ultimo_uso_em: Date;
    revogada: boolean;
    revisao: number;
    suspensa: boolean;
    confirmado: boolean;
  };
  'acesso.quem_chama_por_sessao': {
    id: string;
    organizacao_id: string;
    membro_id: string;
    usuario_id: string;
    nome: string;
    papel: string;
    estado: string;
    csrf_hash: Buffer;
    usada_em: Date;
    expira_em: Date;
    encerrada: boolean;
    suspensa: boolean;
    confirmado: boolean;
  };
  'acesso.quem_edita': {
    id: string;
    organizacao_id: string;
    ambiente: string;
    documento_id: string;
    origem: string;
    nome: string;
    membro_id: string;
    usuario_id: string;
    papel: string;
    suspensa: boolean;
    confirmado: boolean;
  };
  'acesso.recuperacao': {
    id: string;
    usuario_id: string;
    nome: string;
    email: string;
  };
  'acesso.recuperacao_pedida': {
    usuario_id: string;
    email_cifrado: Buffer;
    expira_em: Date;
    entregue_em: Date;
    usada_em: Date;
  };
  'acesso.registro_a_fazer': {
    ambiente: string;
    esperando_desde: Date;
  };
  'acesso.registro_aberto': {
    origem: string;
    chave: Buffer;
    vkey: string;
    primeiro: boolean;
  };
  'acesso.registro_achar': {
    geracao: string;
    indice: number;
    folha: string;
  };
  'acesso.registro_anterior': {
    origem: string;
    vkey: string;
    tamanho: number;
    raiz: Buffer;
    seguinte: string;
  };
  'acesso.registro_blocos': {
    nivel: number;
    numero: number;
    hashes: Buffer;
  };
  'acesso.registro_cabeca': {
    geracao: string;
    origem: string;
    vkey: string;
    tamanho: number;
    nota: string;
    estendido_em: Date;
    publicado: string;
    publicado_tamanho: number;
    publicado_em: Date;
  };
  'acesso.registro_do_dia': {
    dia: string;
    nota: string;
    carimbo: Buffer;
  };
  'acesso.registro_folhas': {
    folha: string;
  };
  'acesso.registro_na_fila': {
    organizacao_id: string;
    id: string;
    rotulo: Buffer;
    folha: string;
    ja: string;
  };
  'acesso.registro_publico': {
    id: string;
    organizacao_id: string;
    achado: string;
    versao: number;
  };
  'acesso.registro_recomecar': {
    origem: string;
  };
  'acesso.registro_sem_carimbo': {
    ambiente: string;
    dia: string;
    nota: string;
  };
  'acesso.registro_tem': {
    rotulo: Buffer;
  };
  'acesso.selos': {
    impressao: string;
    ambiente: string;
    de: Date;
    ate: Date;
    revogado_em: Date;
    pem: string;
  };
  'acesso.sessao': {
    id: string;
    organizacao_id: string;
    membro_id: string;
    usuario_id: string;
    nome: string;
    papel: string;
    estado: string;
    csrf_hash: Buffer;
    usada_em: Date;
    expira_em: Date;
    encerrada: boolean;
  };
  'acesso.sessoes_do_usuario': {
    id: string;
    criada_em: Date;
    usada_em: Date;
    expira_em: Date;
    ip: string;
    agente_usuario: string;
  };
  'acesso.troca_email': {
    id: string;
    usuario_id: string;
  };
  'acesso.ultimo_backup': {
    conjunto: string;
    de: Date;
  };
  'acesso.vencidos': {
    id: string;
    organizacao_id: string;
    ambiente: string;
  };
  'acesso.vencidos_de_teste': {
    id: string;
    organizacao_id: string;
    ambiente: string;
    em: Date;
  };
}

/** Columns of tables, in their order. */
// biome-ignore format: a line a table
export const COLUMNS: Readonly<Record<keyof Tables, string>> = {
  arquivo: 'id organizacao_id ambiente chave sha256 tamanho_bytes varredura criado_em conteudo_ativo',
  autenticador: 'id organizacao_id ambiente email segredo criado_em confirmado_em ultimo_passo signatario_id',
  aviso: 'id organizacao_id ambiente documento_id mensagem_id signatario_id membro_id link_id ator motivo criado_em',
  campo: 'id organizacao_id ambiente documento_id signatario_id posicao tipo pagina x y largura altura z rotulo obrigatorio valor_padrao',
  certificado: 'id organizacao_id ambiente documento_id codigo versao nivel_assinatura hash_documento hash_conteudo hash_anterior hash qr_conteudo conteudo arquivo_id emitido_em',
  chave_api: 'id organizacao_id ambiente nome prefixo segredo_hash escopos membro_id criada_em ultimo_uso_em ultimo_ip revogada_em',
  cliente: 'id organizacao_id ambiente nome email telefone cpf data_nascimento referencia_externa metadados busca criado_em usado_em',
  cliente_oauth: 'id client_id segredo_hash nome ambiente redirect_uris escopos membro_id criado_em revogado_em',
  codigo_otp: 'id organizacao_id ambiente link_id signatario_id fator destino criado_em expira_em encerrado_em lugares contado_em',
  codigo_recuperacao: 'usuario_id codigo_hash criado_em usado_em',
  concessao_oauth: 'id organizacao_id ambiente cliente_id membro_id propria escopos criada_em ultimo_uso_em ultimo_ip revogada_em motivo_revogacao',
  confirmacao_email: 'id usuario_id token_hash reenvio criada_em expira_em entregue_em usada_em',
  consumo_mensal: 'organizacao_id mes tipo quantidade linhas',
  consumo_variacao: 'organizacao_id mes tipo quantidade',
  contato: 'id protocolo nome email assunto mensagem ip agente_usuario criado_em entregue_em',
  convite: 'id organizacao_id ambiente membro_id convidado_por token_hash criado_em expira_em entregue_em usado_em revogado_em',
  credencial_oauth: 'hash organizacao_id ambiente concessao_id tipo escopos redirect_uri desafio criada_em expira_em usada_em',
  desafio: 'id usuario_id organizacao_id membro_id convite_id criado_em expira_em encerrado_em',
  documento: 'id organizacao_id ambiente titulo descricao status nivel_assinatura fatores_exigidos pasta_id envelope_id ordenado recusavel parar_se_recusado mensagem lembrete prazo_em expira_em modelo_email_id responder_para criado_por criado_em atualizado_em enviado_em assinado_por_todos_em finalizado_em excluido_em arquivo_id arquivo_hash versao paginas geometria codigo_validacao hash_publico arquivo_assinado_id revisao busca lembrete_em envelope_posicao esquema referencia_externa metadados marcas convite campos_sal remetente mensagem_padrao',
  documento_contagem: 'organizacao_id ambiente pasta_id status total',
  documento_variacao: 'organizacao_id ambiente documento_id pasta_id status busca variacao sem_texto transacao ocorrida_em dobrada',
  download: 'id organizacao_id ambiente token_hash arquivo_id nome_arquivo criado_em expira_em usado_em',
  edicao: 'organizacao_id ambiente id documento_id bilhete_hash token_hash origem nome credencial_id membro_id expira_em chave_hash',
  entrega_webhook: 'id organizacao_id ambiente webhook_id evento_id evento corpo status tentativas ocorrida_em criada_em primeira_tentativa_em proxima_tentativa_em resposta_http duracao_ms erro rodada teste',
  envelope: 'id organizacao_id ambiente titulo criado_por criado_em enviado_em referencia_externa metadados',
  evento_auditoria: 'documento_id sequencia organizacao_id ambiente id corpo hash',
  evento_lembrado: 'id organizacao_id ambiente posicao',
  evento_saida: 'id organizacao_id ambiente evento documento_id ocorrido_em dados ouvintes posicao',
  evento_seguranca: 'id organizacao_id ocorrido_em tipo requisicao_id ip detalhe',
  expurgo: 'documento_id organizacao_id ambiente categoria desde expurgado_em trilha_tamanho trilha_hash transacao',
  fator_signatario: 'organizacao_id ambiente signatario_id fator cumprido_em meio falhas bloqueado_ate provado_para link_id',
  fatura: 'id organizacao_id mes numero itens total_centavos emitida_em vence_em paga_em token_hash',
  formulario: 'organizacao_id ambiente id modelo_id titulo papel_id documento limite respostas expira_em encerrado_em token criado_por criado_em impedimento impedido_em avisado_em',
  formulario_pedido: 'organizacao_id ambiente id formulario_id token_hash nome email idioma pedido_em expira_em documento_id link_id',
  funcao_aplicada: 'arquivo sha256 aplicada_em',
  idempotencia: 'organizacao_id ambiente rota chave requisicao_hash status cabecalhos corpo criado_em autor',
  imagem_assinatura: 'organizacao_id ambiente signatario_id uso png',
  instalacao: 'nome impressao desde',
  link: 'id organizacao_id ambiente token_hash canal destino criado_em entregue_em revogado_em motivo_revogacao pessoa motivo erros',
  link_exibido: 'organizacao_id ambiente link_id credencial_id exibido_em documento_id',
  link_incorporado: 'organizacao_id ambiente link_id bilhete_hash origem url_retorno expira_em chave_hash',
  link_signatario: 'organizacao_id ambiente link_id documento_id signatario_id desligado_em motivo_desligamento',
  medicao: 'id organizacao_id tipo quantidade ocorrido_em documento_id descricao referencia',
  membro: 'id organizacao_id usuario_id nome email papel estado ultimo_acesso_em criado_em removido_em',
  mensagem_capturada: 'id organizacao_id ambiente canal destino assunto texto html criado_em reservada tipo documentos signatario_id link codigo de responder_para gravada_em anexos',
  migracao: 'nome sha256 aplicada_em',
  modelo: 'id organizacao_id ambiente nome descricao escopo arquivo_id geometria paginas variaveis papeis campos vezes_usado criado_por criado_em excluido_em marcas',
  modelo_email: 'organizacao_id ambiente id nome assunto corpo criado_por criado_em excluido_em',
  numeracao_fatura: 'ano ultimo',
  organizacao: 'id nome documento status plano_codigo marca criada_em armazenamento_ate faturado_ate encerra_em encerrada_em origens_permitidas',
  palpite: 'organizacao_id ambiente alvo falhas bloqueado_ate',
  pasta: 'id organizacao_id ambiente nome pai_id criada_em quantidade_documentos',
  plano_vigencia: 'organizacao_id desde plano_codigo',
  politica_retencao: 'organizacao_id ambiente concluido rascunho cancelado_ou_expirado entrega_webhook registro_chamada definida_em definida_por',
  recuperacao_senha: 'id email_cifrado usuario_id token_hash criada_em expira_em entregue_em usada_em',
  registro_aberto: 'ambiente geracao origem chave vkey tamanho raiz nota estendido_em publicado publicado_tamanho publicado_em encerrado_em',
  registro_bloco: 'ambiente geracao nivel numero hashes',
  registro_chamada: 'organizacao_id ambiente ocorrido_em requisicao_id operacao metodo rota status codigo duracao_ms tipo_ator ator credencial_id ip',
  registro_dia: 'ambiente geracao dia nota carimbo',
  registro_fila: 'organizacao_id ambiente id rotulo folha em',
  registro_folha: 'ambiente geracao indice rotulo folha',
  relogio: 'organizacao_id ambiente deslocamento_s destino_s',
  selo_publicado: 'impressao pem de ambiente ate revogado_em',
  selo_teste: 'unico chave',
  sessao: 'id organizacao_id membro_id usuario_id token_hash csrf_hash ip agente_usuario geolocalizacao criada_em usada_em expira_em encerrada_em',
  signatario: 'id organizacao_id ambiente documento_id posicao funcao nome email telefone cpf data_nascimento metodo_entrega fatores_exigidos ordem travar_dados cliente_id status convidado_em enviado_em visualizado_em autenticado_em assinado_em recusado_em motivo_recusa paginas_lidas leitura_segundos leitura_concluida_em aceito_em aceite transacao_id evidencia assinatura rubrica correcoes envio_sal envio_dados valores_sal referencia_externa metadados chave idioma url_retorno delegavel delegado_de presencial',
  solicitacao_lgpd: 'id organizacao_id ambiente tipo estado titular_nome titular_email titular_cpf descricao prazo_legal_em carencia_ate criada_em criada_por confirmada_em confirmada_por encerrada_em motivo_recusa resultado arquivo_id arquivo_expira_em',
  tentativa_entrega: 'organizacao_id ambiente entrega_id numero realizada_em resposta_http resposta_corpo duracao_ms erro regra valores',
  tentativa_senha: 'conta seguidas ultima_em',
  trilha: 'documento_id organizacao_id ambiente tamanho hash ultimo_em nonce',
  troca_email: 'id usuario_id email_anterior email_novo token_hash criada_em expira_em entregue_em encerrada_em',
  usuario: 'id nome email senha_hash totp_segredo totp_confirmado_em totp_ultimo_passo criado_em totp_falhas totp_descansa_ate recuperacao_falhas recuperacao_descansa_ate email_confirmado_em idioma tema avisos_recusados registro_avisado_em',
  valor_campo: 'organizacao_id ambiente campo_id signatario_id texto imagem preenchido_em',
  versao: 'id organizacao_id ambiente documento_id numero arquivo_id paginas geometria enviado_em enviado_por',
  webhook: 'id organizacao_id ambiente url eventos descricao ativo segredo segredo_anterior segredo_anterior_ate criado_em excluido_em desativado_em ultimo_sucesso_em ultima_entrega_em ultima_entrega_status desativado_motivo falhas_simuladas falha_simulada',
};
