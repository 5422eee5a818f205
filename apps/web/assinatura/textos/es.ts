import { SENTENCES } from '../../kit/rules/es.ts';
import { retellIn } from '../../kit/rules/retell.ts';
import type { Textos } from './pt.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const VERBOS: Textos['verbo'] = {
  ASSINAR: 'Firmar',
  APROVAR: 'Aprobar',
  RECONHECER: 'Reconocer',
  TESTEMUNHAR: 'Firmar como testigo',
  ACUSAR_RECEBIMENTO: 'Confirmar recepción',
  ENDOSSAR: 'Endosar',
};

const PEDIDOS: Textos['verbo'] = {
  ASSINAR: 'firme',
  APROVAR: 'apruebe',
  RECONHECER: 'reconozca',
  TESTEMUNHAR: 'firme, como testigo,',
  ACUSAR_RECEBIMENTO: 'confirme que recibió',
  ENDOSSAR: 'endose',
};

const intentos = (quedan: number | null) =>
  quedan === null ? '' : ` ${quedan === 1 ? 'Queda 1 intento' : `Quedan ${quedan} intentos`}.`;

export const es: Textos = {
  doServico: retellIn(SENTENCES),
  tituloDaPagina: 'Firma de documento',
  pularParaConteudo: 'Saltar al contenido',
  idioma: 'Idioma',
  abrindo: 'Abriendo…',
  tituloLongo: { inteiro: 'Mostrar el título entero', encurtar: 'Acortar el título' },
  fechar: 'Cerrar',
  voltar: 'Volver',
  continuar: 'Continuar',
  recarregar: 'Recargar la página',
  tentarAgora: 'Intentar ahora',
  verificarAgora: 'Comprobar ahora',
  rodape: 'Firma electrónica por Rubrica',
  rodapeLinks: 'Ayuda',
  denunciar: 'Denunciar al remitente',
  denunciaAssunto: (remitente) => `Denúncia do remetente ${remitente}`,
  validarDocumento: 'Validar un documento',
  etapa: (actual, total) => `Paso ${actual} de ${total}`,
  paginas: (total) => plural(total, 'página', 'páginas'),
  pagina: (numero, total) => `Página ${numero} de ${total}`,
  prazo: (cuando) => `Plazo: ${cuando} (hora de Brasilia)`,
  verbo: VERBOS,
  passos: {
    inicio: 'Inicio',
    fatores: 'Confirme que es usted',
    leitura: 'Lea el documento',
    aceite: 'Acepte la declaración',
    campos: 'Complete y firme',
    revisao: 'Revise y termine',
  },
  inicio: {
    ola: (nombre) => `Hola, ${nombre}`,
    olaSemNome: 'Hola',
    pedido: (remitente, funcion, documentos) =>
      `${remitente} le pide que ${PEDIDOS[funcion]} ${documentos === 1 ? 'este documento' : `estos ${documentos} documentos`}:`,
    comecar: 'Empezar',
    continuar: 'Continuar donde lo dejé',
    comoFunciona: 'Cómo funciona',
    explica: {
      inicio: '',
      fatores: 'Un código o un dato que solo usted tiene.',
      leitura: 'Recorra todas las páginas, a su ritmo.',
      aceite: 'Una declaración breve, antes de firmar.',
      campos: 'Le mostramos cada lugar que le espera.',
      revisao: 'Nada se envía antes de que usted confirme.',
    },
  },
  celular: {
    botao: 'Continuar en el teléfono',
    titulo: 'Continuar en el teléfono',
    texto: 'Apunte la cámara del teléfono a este código. El enlace es personal: no lo comparta.',
    qr: 'Código QR con su enlace personal',
  },
  recusa: {
    botao: 'Rechazar',
    titulo: 'Rechazar la firma',
    texto: 'Quien envió sabrá del rechazo y del motivo. No se puede deshacer.',
    qual: 'Lo que rechaza',
    todos: 'Todos los documentos',
    motivo: 'Motivo del rechazo',
    falta: 'Escriba el motivo.',
    confirmar: 'Rechazar',
  },
  fatores: {
    porque: (remitente) => `${remitente} pidió esta confirmación para proteger su firma.`,
    nomes: {
      EMAIL: 'Código por correo electrónico',
      SMS_OTP: 'Código por SMS',
      TOTP: 'Aplicación de autenticación',
      DADOS_PESSOAIS: 'Datos personales',
      WHATSAPP_OTP: 'Código por WhatsApp',
      SELFIE: 'Selfie',
      BIOMETRIA_FACIAL: 'Biometría facial',
      DOCUMENTO_FOTO: 'Documento con foto',
      CERTIFICADO_ICP: 'Certificado digital',
    },
    cumprido: '(confirmado)',
    desconhecido: 'Esta confirmación aún no es posible en esta página. Avise a quien envió el documento.',
    enviaremosEmail: 'Enviaremos un código de 6 números a su correo:',
    enviaremosSms: 'Enviaremos un código de 6 números por SMS a su teléfono:',
    enviar: 'Enviar código',
    naoEMeu: '¿No reconoce este contacto? Pida a quien envió el documento que lo corrija.',
    digite: 'Escriba el código',
    enviado: 'Enviamos un código de 6 números a',
    codigo: 'Código de 6 números',
    confirmar: 'Confirmar',
    seis: 'El código tiene 6 números.',
    errado: (quedan) => `El código no coincide o ya venció.${intentos(quedan)}`,
    reenviarEm: (tiempo) => `Podrá pedir otro código en ${tiempo}.`,
    reenviar: 'Enviar otro código',
    dicaEmail: '¿No llegó? Mire el correo no deseado. El código vale 10 minutos, y uno nuevo anula el anterior.',
    dicaSms: 'Puede tardar un minuto. El código vale 10 minutos, y uno nuevo anula el anterior.',
    descansoTitulo: 'Hagamos una pausa',
    descanso: 'Hubo muchos intentos seguidos. Por su seguridad, esta confirmación vuelve en:',
  },
  totp: {
    titulo: 'Aplicación de autenticación',
    abra: 'Abra la aplicación de autenticación en el teléfono y escriba el código que muestra para este remitente.',
    precisa:
      'Esta firma pide una aplicación de autenticación en el teléfono, como Google Authenticator, Microsoft Authenticator o Authy. Se registra una sola vez.',
    cadastrar: 'Registrar la aplicación',
    passo1: 'Instale en el teléfono una aplicación de autenticación, si aún no la tiene.',
    passo2: 'En la aplicación, toque agregar y lea este código QR:',
    passo3: 'Escriba abajo el código de 6 números que muestra la aplicación.',
    qr: 'Código QR para la aplicación de autenticación',
    manual: 'No puedo leer el código QR',
    chave: 'Escriba esta clave en la aplicación:',
    abrirApp: 'Abrir en la aplicación de este aparato',
  },
  pessoais: {
    texto: 'Escriba sus datos. Se comparan con los que ya tiene quien envió.',
    nascimento: 'Fecha de nacimiento',
    formato: 'Día, mes y año. Por ejemplo: 25/08/1987.',
    errado: (quedan) => `Los datos no coinciden con los que dio quien envió.${intentos(quedan)}`,
  },
  leitura: {
    documento: (actual, total) => `Documento ${actual} de ${total}`,
    explica: 'Baje hasta el final. Registramos las páginas que recorrió, no lo que leyó.',
    percorridas: (vistas, total) => `${vistas} de ${plural(total, 'página recorrida', 'páginas recorridas')}`,
    progresso: 'Páginas recorridas',
    proximaPagina: 'Página siguiente',
    todas: 'Recorrió todas las páginas.',
  },
  conteudo: {
    titulo: 'Este archivo trae más de lo que muestran las páginas',
    explica: 'Lo que actúa por sí solo no funcionará en el documento firmado.',
    tipos: {
      JAVASCRIPT: 'Código que el lector de PDF ejecutaría',
      ACAO: 'Acción automática',
      FORMULARIO_XFA: 'Formulario que ocupa el lugar de las páginas',
      MULTIMIDIA: 'Audio, video o 3D',
      ANEXO: 'Archivo adjunto',
      CAMADA: 'Capas',
      SO_NA_TELA: 'Solo en pantalla',
      SO_NA_IMPRESSAO: 'Solo en la impresión',
      PERDE_PDFA: 'Deja de ser PDF/A',
      PERDE_ESTRUTURA: 'Marcas para leer en voz alta',
    },
    paginas: (numeros) => `${numeros.length === 1 ? 'Página' : 'Páginas'} ${numeros.join(', ')}`,
  },
  leitor: {
    documento: 'Documento',
    baixando: 'Abriendo el documento…',
    semLinha: 'Sin conexión. El documento se abrirá cuando vuelva.',
    falhou: 'No se pudo mostrar el documento.',
    paginaFalhou: 'No se pudo dibujar esta página. Use “Ver como texto” o descargue el PDF.',
    previa: 'Vista previa de la primera página',
    semTexto: 'Esta página no tiene texto: es una imagen.',
    ferramentas: 'Herramientas de lectura',
    diminuir: 'Reducir',
    aumentar: 'Ampliar',
    comoTexto: 'Ver como texto',
    baixar: 'Descargar el PDF',
  },
  aceite: {
    emPortugues: 'El texto tiene valor legal y se mantiene en portugués.',
    versao: (version) => `Texto de la declaración, versión ${version}.`,
    concordo: 'Leí el documento y acepto la declaración de arriba.',
    falta: 'Marque la casilla para continuar.',
    rever: 'Volver a ver el documento',
  },
  campos: {
    explica: 'Toque “Siguiente”: le llevamos a cada campo.',
    nome: (rotulo, obligatorio) => `${rotulo}${obligatorio ? '' : ' (opcional)'}`,
    posicao: (actual, total, nombre) => `Campo ${actual} de ${total}: ${nombre}`,
    de: (actual, total) => `${actual} de ${total}`,
    faltam: (faltan, total) =>
      faltan === 0 ? 'Todo completo' : `${plural(faltan, 'campo', 'campos')} por completar, de ${total}`,
    comecar: 'Ir al primer campo',
    proximo: 'Siguiente',
    anterior: 'Campo anterior',
    revisar: 'Revisar',
    assineAqui: 'Firme aquí',
    rubriqueAqui: 'Rúbrica',
    feita: 'Hecha. Active para cambiarla.',
    aFazer: 'Active para hacerla.',
    doRemetente: 'completado por el remitente',
    preenchido: (nome: string) => `${nome}, completado por el remitente:`,
    dataAutomatica: 'Se completa con el día de la firma.',
    obrigatorio: 'Obligatorio',
    opcional: 'Opcional',
  },
  tipos: {
    ASSINATURA: 'Firma',
    RUBRICA: 'Rúbrica',
    NOME: 'Nombre completo',
    DATA: 'Fecha',
    CPF: 'CPF',
    CNPJ: 'CNPJ',
    EMAIL: 'Correo electrónico',
    TEXTO: 'Texto',
    CHECKBOX: 'Casilla',
    IMAGEM: 'Imagen',
  },
  problemas: {
    vazio: 'Complete este campo.',
    cpf: 'Revise el CPF: los números no coinciden.',
    cnpj: 'Revise el CNPJ: los caracteres no coinciden.',
    email: 'Revise el correo electrónico.',
    longo: 'El texto es demasiado largo.',
    assinatura: 'Falta su firma.',
    rubrica: 'Falta su rúbrica.',
    imagem: 'Falta la imagen.',
    marcar: 'Marque esta casilla para continuar.',
    data: 'Revise la fecha: día, mes y año.',
  },
  marca: {
    titulo: { assinatura: 'Su firma', rubrica: 'Su rúbrica' },
    como: 'Cómo quiere firmar',
    modos: { desenhar: 'Dibujar', digitar: 'Escribir', enviar: 'Subir imagen' },
    desenhe: 'Use el dedo, el lápiz o el ratón. Si prefiere el teclado, escríbala: vale lo mismo.',
    area: 'Área de dibujo',
    desfazer: 'Deshacer',
    limpar: 'Borrar',
    digite: { assinatura: 'Su nombre', rubrica: 'Sus iniciales' },
    arquivo: 'Elija una imagen',
    arquivoDica: 'Una foto o un escaneo sobre fondo claro. Se reduce en su aparato antes del envío.',
    outroArquivo: 'Cambiar la imagen',
    previa: 'Cómo quedará la imagen',
    problemas: {
      ponto: 'Eso es poco para una firma. Dibuje un trazo mayor.',
      texto: 'Escriba cómo quiere firmar.',
      arquivo: 'Elija una imagen.',
      imagem: 'Este archivo no es una imagen que podamos usar. Pruebe una foto en JPEG o PNG.',
    },
    vale: { assinatura: 'Se usará en todos los campos de firma.', rubrica: 'Se usará en todos los campos de rúbrica.' },
    usar: { assinatura: 'Usar esta firma', rubrica: 'Usar esta rúbrica' },
    usarImagem: 'Usar esta imagen',
    usada: 'Listo. Se colocó en todos los campos.',
  },
  dados: {
    titulo: 'Sus datos',
    texto: 'Así aparece usted en el registro de la firma. Corrija, si hace falta.',
    nome: 'Nombre completo',
    cpf: 'CPF (si quiere corregirlo o agregarlo)',
    cpfDica: 'En blanco, queda como está.',
    travados: 'Quien envió no permite cambiar estos datos. Si hay un error, hable con quien envió antes de firmar.',
  },
  revisao: {
    faltam: (total) => `${total === 1 ? 'Falta 1 campo' : `Faltan ${total} campos`} por completar.`,
    preencher: 'Ir a lo que falta',
    corrigirCampo: 'Ir al campo',
    voltarCampos: 'Volver a los campos',
    doRemetente: 'Completado por el remitente',
    vazio: 'En blanco',
    marcado: 'Marcada',
    desmarcado: 'Sin marcar',
    efeito: (funcion) =>
      `Al tocar “${VERBOS[funcion]}”, su firma electrónica se registra con fecha, hora y dirección de internet.`,
    assinando: 'Registrando…',
  },
  assinado: {
    titulo: (funcion, ahora) =>
      funcion === 'ACUSAR_RECEBIMENTO' ? 'Recepción confirmada' : ahora ? 'Listo, usted firmó' : 'Usted ya firmó',
    quando: (cuando) => `Registrado el ${cuando} (hora de Brasilia).`,
    concluido: (documentos) =>
      documentos === 1
        ? 'Todos firmaron. El documento está concluido y sellado.'
        : 'Todos firmaron. Los documentos están concluidos y sellados.',
    andamento:
      'Su parte está hecha y registrada. Cuando las demás personas firmen y el archivo se selle, la copia firmada aparece aquí.',
    selando: (documentos: number) =>
      `Todos firmaron. Estamos sellando ${documentos === 1 ? 'el archivo' : 'los archivos'}: en instantes la copia firmada aparece aquí.`,
    selandoUm: 'Todos firmaron; el archivo se está sellando',
    acompanhando: 'Siguiendo la conclusión…',
    codigo: 'Código de validación:',
    conferir: 'Comprobar',
    baixar: 'Descargar la copia firmada',
    baixarCertificado: 'Descargar el certificado',
    semFator: 'Para descargarla, abra el enlace desde el correo en que lo recibió.',
    guarde: 'Este enlace es personal y sigue sirviendo para volver a esta página.',
  },
  situacoes: {
    RASCUNHO: 'En preparación',
    AGUARDANDO_ASSINATURAS: 'Esperando a las demás personas',
    PARCIALMENTE_ASSINADO: 'Esperando a las demás personas',
    ASSINADO: 'Concluido',
    RECUSADO: 'Rechazado',
    CANCELADO: 'Cancelado',
    EXPIRADO: 'Plazo vencido',
  },
  estados: {
    aguardando: {
      titulo: 'Aún no es su turno',
      texto: [
        'Otra persona tiene que firmar antes. Recibirá un aviso cuando llegue su turno.',
        'Puede cerrar esta página o dejarla abierta: se actualiza sola.',
      ],
    },
    cedo: {
      titulo: 'Aún no está listo para usted',
      texto: ['Cuando llegue su turno, este mismo enlace abre el documento. Esta página se actualiza sola.'],
    },
    recusado: {
      titulo: 'Usted rechazó',
      texto: ['El rechazo y su motivo quedaron registrados y se avisó a quien envió. No hay nada más que hacer aquí.'],
    },
    cancelado: {
      titulo: 'La solicitud terminó',
      texto: ['Este documento ya no espera su firma. Si tiene dudas, hable con quien envió.'],
    },
    desconhecido: {
      titulo: 'No encontramos este enlace',
      texto: [
        'Revise que la dirección esté completa: algunas aplicaciones cortan los enlaces largos.',
        'Si el problema sigue, pida un enlace nuevo a quien envió el documento.',
      ],
    },
    foraDoAr: {
      titulo: 'El servicio está fuera de línea por un momento',
      texto: ['No se perdió nada de lo que hizo. Volveremos a intentarlo solos, en unos segundos.'],
    },
    semConexao: {
      titulo: 'Sin conexión a internet',
      texto: ['Revise el Wi-Fi o los datos móviles. La página se abre sola cuando vuelva la conexión.'],
    },
  },
  linkMorto: (motivo) => {
    switch (motivo) {
      case 'CANCELADO':
        return {
          titulo: 'La solicitud fue cancelada',
          texto: [
            'Quien envió canceló el documento. No tiene que hacer nada.',
            'Si tiene dudas, hable con quien envió.',
          ],
        };
      case 'EXPIRADO':
        return {
          titulo: 'El plazo terminó',
          texto: [
            'El documento ya no se puede firmar.',
            'Si aún quiere firmar, pida una nueva solicitud a quien envió.',
          ],
        };
      case 'RECUSADO':
        return {
          titulo: 'El documento fue rechazado',
          texto: ['Una de las personas rechazó el documento, y así terminó. No tiene que hacer nada.'],
        };
      case 'SUBSTITUIDO':
        return {
          titulo: 'Este enlace fue reemplazado',
          texto: ['Se le envió un enlace más nuevo. Busque el mensaje más reciente en su correo o teléfono.'],
        };
      case 'REMOVIDO':
        return {
          titulo: 'Su firma ya no es necesaria',
          texto: ['Quien envió le retiró de este documento. No tiene que hacer nada.'],
        };
      default:
        return {
          titulo: 'Este enlace ya no vale',
          texto: [
            'El documento fue cancelado, rechazado o venció su plazo, o se le envió un enlace más nuevo.',
            'Si aún tiene que firmar, pida un enlace nuevo a quien envió.',
          ],
        };
    }
  },
  semLinha: {
    titulo: 'Sin conexión',
    texto: 'Lo que completó está guardado en esta página y se enviará cuando vuelva la conexión. No cierre la página.',
  },
  semServico: {
    titulo: 'El servicio no respondió',
    texto: 'Lo que completó está guardado en esta página. Volveremos a intentarlo en un momento.',
  },
  falhaDaPagina: {
    titulo: 'La página tuvo una falla',
    texto: 'No se envió nada por error. Recargue para seguir desde lo que registró el servicio.',
  },
};
