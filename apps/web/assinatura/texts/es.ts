import { SENTENCES } from '../../kit/rules/es.ts';
import { retellIn } from '../../kit/rules/retell.ts';
import type { Textos } from './pt.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const VERBS: Textos['verb'] = {
  ASSINAR: 'Firmar',
  APROVAR: 'Aprobar',
  RECONHECER: 'Reconocer',
  TESTEMUNHAR: 'Firmar como testigo',
  ACUSAR_RECEBIMENTO: 'Confirmar recepción',
  ENDOSSAR: 'Endosar',
};

const REQUESTS: Textos['verb'] = {
  ASSINAR: 'firme',
  APROVAR: 'apruebe',
  RECONHECER: 'reconozca',
  TESTEMUNHAR: 'firme, como testigo,',
  ACUSAR_RECEBIMENTO: 'confirme que recibió',
  ENDOSSAR: 'endose',
};

const attempts = (remain: number | null) =>
  remain === null ? '' : ` ${remain === 1 ? 'Queda 1 intento' : `Quedan ${remain} intentos`}.`;

export const es: Textos = {
  doServico: retellIn(SENTENCES),
  tituloDaPagina: 'Firma de documento',
  skipToContent: 'Saltar al contenido',
  language: 'Idioma',
  opening: 'Abriendo…',
  longTitle: { whole: 'Mostrar el título entero', shorten: 'Acortar el título' },
  close: 'Cerrar',
  back: 'Volver',
  goOn: 'Continuar',
  reloadPage: 'Recargar la página',
  tryNow: 'Intentar ahora',
  verifyNow: 'Comprobar ahora',
  footer: 'Firma electrónica por Rubrica',
  footerLinks: 'Ayuda',
  reportSender: 'Denunciar al remitente',
  reportSubject: (sender) => `Denúncia do remetente ${sender}`,
  validateDocumento: 'Validar un documento',
  step: (actual, total) => `Paso ${actual} de ${total}`,
  paginas: (total) => plural(total, 'página', 'páginas'),
  pagina: (numero, total) => `Página ${numero} de ${total}`,
  prazo: (whenText) => `Plazo: ${whenText} (hora de Brasilia)`,
  verb: VERBS,
  steps: {
    inicio: 'Inicio',
    fatores: 'Confirme que es usted',
    leitura: 'Lea el documento',
    aceite: 'Acepte la declaración',
    campos: 'Complete y firme',
    review: 'Revise y termine',
  },
  inicio: {
    hello: (name) => `Hola, ${name}`,
    helloWithoutName: 'Hola',
    request: (sender, actingAs, documentos) =>
      `${sender} le pide que ${REQUESTS[actingAs]} ${documentos === 1 ? 'este documento' : `estos ${documentos} documentos`}:`,
    begin: 'Empezar',
    goOn: 'Continuar donde lo dejé',
    howItWorks: 'Cómo funciona',
    explains: {
      inicio: '',
      fatores: 'Un código o un dato que solo usted tiene.',
      leitura: 'Recorra todas las páginas, a su ritmo.',
      aceite: 'Una declaración breve, antes de firmar.',
      campos: 'Le mostramos cada lugar que le espera.',
      review: 'Nada se envía antes de que usted confirme.',
    },
  },
  mobile: {
    button: 'Continuar en el teléfono',
    titulo: 'Continuar en el teléfono',
    texto: 'Apunte la cámara del teléfono a este código. El enlace es personal: no lo comparta.',
    qr: 'Código QR con su enlace personal',
  },
  recusa: {
    button: 'Rechazar',
    titulo: 'Rechazar la firma',
    texto: 'Quien envió sabrá del rechazo y del motivo. No se puede deshacer.',
    which: 'Lo que rechaza',
    all: 'Todos los documentos',
    motivo: 'Motivo del rechazo',
    missing: 'Escriba el motivo.',
    confirmar: 'Rechazar',
  },
  fatores: {
    because: (sender) => `${sender} pidió esta confirmación para proteger su firma.`,
    names: {
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
    unknown: 'Esta confirmación aún no es posible en esta página. Avise a quien envió el documento.',
    willSendEmail: 'Enviaremos un código de 6 números a su correo:',
    willSendSms: 'Enviaremos un código de 6 números por SMS a su teléfono:',
    enviar: 'Enviar código',
    notMine: '¿No reconoce este contacto? Pida a quien envió el documento que lo corrija.',
    typeIt: 'Escriba el código',
    enviado: 'Enviamos un código de 6 números a',
    codigo: 'Código de 6 números',
    confirmar: 'Confirmar',
    six: 'El código tiene 6 números.',
    wrong: (remain) => `El código no coincide o ya venció.${attempts(remain)}`,
    reenviarEm: (time) => `Podrá pedir otro código en ${time}.`,
    reenviar: 'Enviar otro código',
    emailHint: '¿No llegó? Mire el correo no deseado. El código vale 10 minutos, y uno nuevo anula el anterior.',
    smsHint: 'Puede tardar un minuto. El código vale 10 minutos, y uno nuevo anula el anterior.',
    restTitle: 'Hagamos una pausa',
    rest: 'Hubo muchos intentos seguidos. Por su seguridad, esta confirmación vuelve en:',
  },
  totp: {
    titulo: 'Aplicación de autenticación',
    openIt: 'Abra la aplicación de autenticación en el teléfono y escriba el código que muestra para este remitente.',
    needs:
      'Esta firma pide una aplicación de autenticación en el teléfono, como Google Authenticator, Microsoft Authenticator o Authy. Se registra una sola vez.',
    cadastrar: 'Registrar la aplicación',
    step1: 'Instale en el teléfono una aplicación de autenticación, si aún no la tiene.',
    step2: 'En la aplicación, toque agregar y lea este código QR:',
    step3: 'Escriba abajo el código de 6 números que muestra la aplicación.',
    qr: 'Código QR para la aplicación de autenticación',
    manual: 'No puedo leer el código QR',
    chave: 'Escriba esta clave en la aplicación:',
    abrirApp: 'Abrir en la aplicación de este aparato',
  },
  pessoais: {
    texto: 'Escriba sus datos. Se comparan con los que ya tiene quien envió.',
    nascimento: 'Fecha de nacimiento',
    formato: 'Día, mes y año. Por ejemplo: 25/08/1987.',
    wrong: (remain) => `Los datos no coinciden con los que dio quien envió.${attempts(remain)}`,
  },
  leitura: {
    documento: (actual, total) => `Documento ${actual} de ${total}`,
    explains: 'Baje hasta el final. Registramos las páginas que recorrió, no lo que leyó.',
    walked: (viewed, total) => `${viewed} de ${plural(total, 'página recorrida', 'páginas recorridas')}`,
    progress: 'Páginas recorridas',
    proximaPagina: 'Página siguiente',
    allItems: 'Recorrió todas las páginas.',
  },
  conteudo: {
    titulo: 'Este archivo trae más de lo que muestran las páginas',
    explains: 'Lo que actúa por sí solo no funcionará en el documento firmado.',
    types: {
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
    paginas: (numbers) => `${numbers.length === 1 ? 'Página' : 'Páginas'} ${numbers.join(', ')}`,
  },
  reader: {
    documento: 'Documento',
    downloading: 'Abriendo el documento…',
    noLine: 'Sin conexión. El documento se abrirá cuando vuelva.',
    falhou: 'No se pudo mostrar el documento.',
    paginaFalhou: 'No se pudo dibujar esta página. Use “Ver como texto” o descargue el PDF.',
    preview: 'Vista previa de la primera página',
    noText: 'Esta página no tiene texto: es una imagen.',
    tools: 'Herramientas de lectura',
    zoomOut: 'Reducir',
    zoomIn: 'Ampliar',
    asText: 'Ver como texto',
    baixar: 'Descargar el PDF',
  },
  aceite: {
    inPortuguese: 'El texto tiene valor legal y se mantiene en portugués.',
    versao: (version) => `Texto de la declaración, versión ${version}.`,
    iAgree: 'Leí el documento y acepto la declaración de arriba.',
    missing: 'Marque la casilla para continuar.',
    lookAgain: 'Volver a ver el documento',
  },
  campos: {
    explains: 'Toque “Siguiente”: le llevamos a cada campo.',
    nome: (rotulo, mandatory) => `${rotulo}${mandatory ? '' : ' (opcional)'}`,
    position: (actual, total, name) => `Campo ${actual} de ${total}: ${name}`,
    de: (actual, total) => `${actual} de ${total}`,
    leftOver: (remaining, total) =>
      remaining === 0 ? 'Todo completo' : `${plural(remaining, 'campo', 'campos')} por completar, de ${total}`,
    begin: 'Ir al primer campo',
    proximo: 'Siguiente',
    anterior: 'Campo anterior',
    review: 'Revisar',
    signHere: 'Firme aquí',
    initialHere: 'Rúbrica',
    done: 'Hecha. Active para cambiarla.',
    toDo: 'Active para hacerla.',
    doRemetente: 'completado por el remitente',
    preenchido: (nome: string) => `${nome}, completado por el remitente:`,
    automaticDate: 'Se completa con el día de la firma.',
    obrigatorio: 'Obligatorio',
    optional: 'Opcional',
  },
  types: {
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
  issues: {
    blank: 'Complete este campo.',
    cpf: 'Revise el CPF: los números no coinciden.',
    cnpj: 'Revise el CNPJ: los caracteres no coinciden.',
    email: 'Revise el correo electrónico.',
    long: 'El texto es demasiado largo.',
    assinatura: 'Falta su firma.',
    rubrica: 'Falta su rúbrica.',
    imagem: 'Falta la imagen.',
    mark: 'Marque esta casilla para continuar.',
    data: 'Revise la fecha: día, mes y año.',
  },
  marca: {
    titulo: { assinatura: 'Su firma', rubrica: 'Su rúbrica' },
    how: 'Cómo quiere firmar',
    modes: { draw: 'Dibujar', typeIn: 'Escribir', enviar: 'Subir imagen' },
    drawIt: 'Use el dedo, el lápiz o el ratón. Si prefiere el teclado, escríbala: vale lo mismo.',
    area: 'Área de dibujo',
    undo: 'Deshacer',
    clear: 'Borrar',
    typeIt: { assinatura: 'Su nombre', rubrica: 'Sus iniciales' },
    arquivo: 'Elija una imagen',
    fileHint: 'Una foto o un escaneo sobre fondo claro. Se reduce en su aparato antes del envío.',
    otherFile: 'Cambiar la imagen',
    preview: 'Cómo quedará la imagen',
    issues: {
      point: 'Eso es poco para una firma. Dibuje un trazo mayor.',
      texto: 'Escriba cómo quiere firmar.',
      arquivo: 'Elija una imagen.',
      imagem: 'Este archivo no es una imagen que podamos usar. Pruebe una foto en JPEG o PNG.',
    },
    vale: { assinatura: 'Se usará en todos los campos de firma.', rubrica: 'Se usará en todos los campos de rúbrica.' },
    use: { assinatura: 'Usar esta firma', rubrica: 'Usar esta rúbrica' },
    useImage: 'Usar esta imagen',
    used: 'Listo. Se colocó en todos los campos.',
  },
  dados: {
    titulo: 'Sus datos',
    texto: 'Así aparece usted en el registro de la firma. Corrija, si hace falta.',
    nome: 'Nombre completo',
    cpf: 'CPF (si quiere corregirlo o agregarlo)',
    cpfHint: 'En blanco, queda como está.',
    locked: 'Quien envió no permite cambiar estos datos. Si hay un error, hable con quien envió antes de firmar.',
  },
  review: {
    leftOver: (total) => `${total === 1 ? 'Falta 1 campo' : `Faltan ${total} campos`} por completar.`,
    fillIn: 'Ir a lo que falta',
    correctField: 'Ir al campo',
    backToFields: 'Volver a los campos',
    doRemetente: 'Completado por el remitente',
    blank: 'En blanco',
    checkedBox: 'Marcada',
    unchecked: 'Sin marcar',
    effect: (actingAs) =>
      `Al tocar “${VERBS[actingAs]}”, su firma electrónica se registra con fecha, hora y dirección de internet.`,
    signing: 'Registrando…',
  },
  assinado: {
    titulo: (actingAs, now) =>
      actingAs === 'ACUSAR_RECEBIMENTO' ? 'Recepción confirmada' : now ? 'Listo, usted firmó' : 'Usted ya firmó',
    when: (whenText) => `Registrado el ${whenText} (hora de Brasilia).`,
    concluido: (documentos) =>
      documentos === 1
        ? 'Todos firmaron. El documento está concluido y sellado.'
        : 'Todos firmaron. Los documentos están concluidos y sellados.',
    andamento:
      'Su parte está hecha y registrada. Cuando las demás personas firmen y el archivo se selle, la copia firmada aparece aquí.',
    sealing: (documentos: number) =>
      `Todos firmaron. Estamos sellando ${documentos === 1 ? 'el archivo' : 'los archivos'}: en instantes la copia firmada aparece aquí.`,
    sealingOne: 'Todos firmaron; el archivo se está sellando',
    following: 'Siguiendo la conclusión…',
    codigo: 'Código de validación:',
    check: 'Comprobar',
    baixar: 'Descargar la copia firmada',
    baixarCertificado: 'Descargar el certificado',
    noFactor: 'Para descargarla, abra el enlace desde el correo en que lo recibió.',
    keepIt: 'Este enlace es personal y sigue sirviendo para volver a esta página.',
  },
  statuses: {
    RASCUNHO: 'En preparación',
    AGUARDANDO_ASSINATURAS: 'Esperando a las demás personas',
    PARCIALMENTE_ASSINADO: 'Esperando a las demás personas',
    ASSINADO: 'Concluido',
    RECUSADO: 'Rechazado',
    CANCELADO: 'Cancelado',
    EXPIRADO: 'Plazo vencido',
  },
  states: {
    aguardando: {
      titulo: 'Aún no es su turno',
      texto: [
        'Otra persona tiene que firmar antes. Recibirá un aviso cuando llegue su turno.',
        'Puede cerrar esta página o dejarla abierta: se actualiza sola.',
      ],
    },
    early: {
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
    unknown: {
      titulo: 'No encontramos este enlace',
      texto: [
        'Revise que la dirección esté completa: algunas aplicaciones cortan los enlaces largos.',
        'Si el problema sigue, pida un enlace nuevo a quien envió el documento.',
      ],
    },
    offline: {
      titulo: 'El servicio está fuera de línea por un momento',
      texto: ['No se perdió nada de lo que hizo. Volveremos a intentarlo solos, en unos segundos.'],
    },
    noConnection: {
      titulo: 'Sin conexión a internet',
      texto: ['Revise el Wi-Fi o los datos móviles. La página se abre sola cuando vuelva la conexión.'],
    },
  },
  deadLink: (motivo) => {
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
  noLine: {
    titulo: 'Sin conexión',
    texto: 'Lo que completó está guardado en esta página y se enviará cuando vuelva la conexión. No cierre la página.',
  },
  noService: {
    titulo: 'El servicio no respondió',
    texto: 'Lo que completó está guardado en esta página. Volveremos a intentarlo en un momento.',
  },
  falhaDaPagina: {
    titulo: 'La página tuvo una falla',
    texto: 'No se envió nada por error. Recargue para seguir desde lo que registró el servicio.',
  },
};
