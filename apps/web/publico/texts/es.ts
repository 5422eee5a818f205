import { SENTENCES } from '../../kit/rules/es.ts';
import { retellIn } from '../../kit/rules/retell.ts';
import type { CodeProblem } from '../code.ts';
import type { Texts } from './pt.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function waiting(seconds: number): string {
  if (seconds < 60) return plural(seconds, 'segundo', 'segundos');
  return plural(Math.ceil(seconds / 60), 'minuto', 'minutos');
}

const validar: Texts['validar'] = {
  tituloDaPagina: 'Validar un documento',
  titulo: '¿Este documento es auténtico?',
  introduction:
    'Compruébelo por el código, por el QR o con el propio PDF. La respuesta dice si el documento es el que se registró aquí y si ya está concluido.',
  codigo: {
    titulo: 'Código del documento',
    hint: 'Está al pie de cada página. Puede pegarlo como venga: con espacios, en minúsculas o la dirección entera.',
    button: 'Comprobar el código',
    issue: (problem: CodeProblem): string => {
      if (problem.kind === 'blank') return 'Escriba el código que está al pie del documento.';
      if (problem.kind === 'letter') {
        return `Los códigos no usan “${problem.letter}”. Compruebe si es otra letra o un número.`;
      }
      return `Faltan ${plural(problem.missing, 'letra o número', 'letras o números')}. El código tiene 12 después de SVC.`;
    },
  },
  qr: {
    titulo: 'Leer el QR con la cámara',
    texto: 'Apunte al QR del pie de página. La imagen no sale de su dispositivo.',
    button: 'Abrir la cámara',
    dialog: 'Apunte al QR del documento',
    opening: 'Abriendo la cámara…',
    searching: 'Buscando el QR… Acérquese y déjelo entero en el cuadro.',
    other: 'Este QR no es de un documento de aquí. Apunte al QR del pie de las páginas.',
    refused: {
      titulo: 'La cámara no fue permitida',
      texto:
        'Para usarla, permita la cámara en los ajustes de este sitio, en el candado junto a la dirección, e inténtelo de nuevo. Sin ella se comprueba igual:',
    },
    absent: {
      titulo: 'No encontramos una cámara',
      texto: 'Este dispositivo no tiene cámara, o este navegador no deja usarla. Se comprueba igual:',
    },
    busy: {
      titulo: 'La cámara no respondió',
      texto: 'Otro programa puede estar usando la cámara. Ciérrelo e inténtelo de nuevo, o compruebe de otra manera:',
    },
    tryIt: 'Intentar de nuevo',
    typeIn: 'Escribir el código',
    foto: 'Enviar una foto del QR',
    pictureWithoutQr: 'No encontramos un QR de documento en esa foto. Pruebe con otra, más cerca y con buena luz.',
    arquivo: 'Comprobar el PDF',
  },
  arquivo: {
    titulo: 'Comprobar el PDF',
    texto: 'Arrastre el archivo hasta aquí o elíjalo.',
    touchText: 'Elija el archivo en su dispositivo.',
    button: 'Elegir el PDF',
    privacy:
      'El archivo no se envía. Su navegador calcula su huella digital (SHA-256), y solo ese número va en la consulta.',
    drop: 'Suelte el PDF para comprobarlo',
    computing: (nome: string) => `Calculando la huella digital de ${nome}…`,
    certificado:
      'Este archivo parece ser el certificado de conclusión, que acompaña al documento y no es el documento firmado. Para comprobar por dentro el certificado y el PDF firmado, use el verificador, más abajo.',
    onlyOne: 'Comprobamos un archivo a la vez; nos quedamos con el primero.',
    issue: {
      notPdf: 'Este archivo no es un PDF. Elija el PDF del documento, no una foto, un texto ni un archivo comprimido.',
      blank: 'Este archivo está vacío. Descargue el documento de nuevo e inténtelo otra vez.',
      tooLarge:
        'Este archivo pasa de 256 MB, más de lo que puede tener un documento de aquí. Vea si es el PDF correcto, o use el código.',
      illegible: 'No pudimos leer este archivo. Puede haberse movido, o ser una carpeta. Elíjalo de nuevo.',
      noSecureContext:
        'Esta dirección no usa una conexión segura (https), y sin ella el navegador no calcula la huella digital. Use el código.',
    },
  },
  consulting: 'Consultando…',
  teste: {
    titulo: 'SEM VALIDADE JURÍDICA: sin validez jurídica, ambiente de prueba',
    texto:
      'Esta página muestra documentos de prueba, en los que remitente y firmantes pueden ser la misma persona. Nada de lo que dice prueba una firma.',
    producao: 'Comprobar un documento de verdad',
  },
  resposta: {
    seeDocumento: 'Ver el documento',
    ofDocumento: (codigo) => `Documento ${codigo}.`,
    ifTest: 'Los documentos de prueba no constan aquí.',
    checkTest: 'Comprobar un documento de prueba',
    headline: {
      test: 'Documento de prueba, sin validez jurídica',
      certificado: 'Certificado de conclusión reconocido',
      beforeSignatures: 'Archivo de antes de las firmas',
      authenticCompleted: 'Archivo auténtico, documento concluido',
      recordedCompleted: 'Código registrado, documento concluido',
      emAndamento: 'Documento aún no concluido',
      recusado: 'Documento rechazado',
      cancelado: 'Documento cancelado',
      expirado: 'Plazo terminado sin conclusión',
      noStatus: 'Documento registrado',
      different: 'Archivo distinto del registrado',
      unknownFile: 'No conocemos este archivo',
      unknownCode: 'No encontramos este código',
    },
    authenticity: '¿Es auténtico?',
    autentico: {
      certificado:
        'El archivo que usted comprobó es un certificado de conclusión emitido aquí, idéntico byte a byte. Acompaña al documento y no es el documento firmado.',
      beforeSignatures:
        'El archivo que usted comprobó es el que se envió para firmar, sin las firmas. No es el documento firmado: pida el PDF final a quien lo envió.',
      identicalFile: 'Sí. El archivo que comprobó es idéntico, byte por byte, al archivo firmado registrado aquí.',
      fileBeingSigned: 'El archivo que comprobó es idéntico al que se envió para firmar. No es un documento firmado.',
      codeOnly:
        'El código existe aquí, pero nadie comprobó el archivo o el papel que usted tiene. Un código puede copiarse en otro documento: compare el nombre y las personas de abajo y compruebe el PDF.',
      different:
        'El archivo que comprobó no es el registrado con este código. Puede haber sido alterado, guardado de nuevo por otro programa, o ser otra versión, como la copia de antes de las firmas. Pida el archivo original a quien lo envió.',
      unknownFile:
        'Ningún registro tiene este archivo. Eso no quiere decir que sea falso: puede ser de otro servicio, una versión anterior, o una copia que se guardó de nuevo. Si hay un código al pie, escríbalo y lo comparamos.',
      unknownCode:
        'Ningún registro tiene este código. Eso no quiere decir que el documento sea falso: puede haber un error al escribirlo, o ser de otro servicio.',
    },
    processo: '¿Está concluido?',
    recordedProcess: 'Y el documento registrado, ¿está concluido?',
    situacao: {
      CONCLUIDO: 'Sí. Se hicieron todas las firmas pedidas.',
      EM_ANDAMENTO: 'Todavía no. Falta que alguien firme, y el documento puede no llegar a concluirse.',
      RECUSADO: 'No, y no lo estará. Quien debía firmar rechazó.',
      CANCELADO: 'No, y no lo estará. Quien lo envió canceló el pedido.',
      EXPIRADO: 'No, y no lo estará. El plazo terminó antes de que todos firmaran.',
    },
    otherStatus: (valor: string) => `Situación informada por el servicio: ${valor}.`,
    ofRecorded: 'Lo que sigue es del documento registrado, no del archivo que usted tiene.',
    dados: 'El documento registrado',
    nome: 'Nombre',
    paginas: 'Páginas',
    nivel: 'Nivel',
    levels: { ELETRONICA: 'Firma electrónica', SEGURA: 'Firma electrónica con código de un solo uso' },
    criadoEm: 'Creado el',
    finalizadoEm: 'Concluido el',
    codigo: 'Código',
    certificateOf: 'Certificado',
    certificateVersion: (codigo: string, versao: number, when: string) => `${codigo}, versión ${versao}, del ${when}`,
    timeOfDay: 'Fechas en la hora de Brasilia.',
    fingerprint: 'Huella digital registrada (SHA-256)',
    yourFingerprint: 'Huella digital de su archivo (SHA-256)',
    persons: 'Quién firma',
    emailMascarado: 'Los correos aparecen encubiertos para proteger a las personas.',
    noName: 'Sin nombre informado',
    papel: {
      ASSINAR: 'Firmante',
      APROVAR: 'Aprobador',
      RECONHECER: 'Reconoce el documento',
      TESTEMUNHAR: 'Testigo',
      ACUSAR_RECEBIMENTO: 'Confirma la recepción',
      ENDOSSAR: 'Endosante',
    },
    hasSigned: (when: string) => `Firmó el ${when}`,
    withFactors: 'Se identificó con:',
    ip: 'Desde:',
    pending: 'Aún no firmó',
    refused: 'Rechazó',
    didNotSign: 'No firmó',
    otherCode: (readItem: string, request: string) =>
      `Su archivo trae el código ${readItem}, y no ${request}. La respuesta es sobre el archivo.`,
    otherAddress: (host: string) =>
      `Atención: el QR lleva a ${host}, que no es este servicio. La respuesta de abajo es sobre el código que traía.`,
    fileChecked: (nome: string) => `Archivo comprobado: ${nome}`,
    nowCheck: 'Ahora compruebe el PDF',
    giveCode: 'Comparar con un código',
    fresh: 'Comprobar otro documento',
  },
  registro: { titulo: 'Registro abierto', proof: 'descargar la prueba', how: 'cómo comprobar la prueba' },
  failures: {
    noConnection: 'Sin conexión a internet. Lo que informó sigue aquí.',
    offline: 'El servicio no respondió. Lo que informó sigue aquí.',
    limite:
      'Demasiadas consultas seguidas desde esta dirección de internet. Esperamos un poco y consultamos de nuevo por usted.',
    tally: (seconds: number) => (seconds > 0 ? `En ${waiting(seconds)}.` : 'Consultando de nuevo…'),
    tryIt: 'Intentar de nuevo',
  },
  verifier: {
    titulo: 'Comprobar sin depender de este servicio',
    texto:
      'El verificador es un solo archivo. Ábralo desde el disco, incluso sin internet, y dele el PDF firmado y el certificado: rehace todos los cálculos en su computadora.',
    baixar: 'Descargar el verificador',
    selo: 'Sello de esta instalación',
    how: 'Cómo funciona',
    hash: 'SHA-256 del programa, tal como está en el repositorio (la copia de aquí trae además los sellos de esta instalación; los dos números están en /verificar.sha256):',
  },
};

const contato: Texts['contato'] = {
  tituloDaPagina: 'Contacto',
  titulo: 'Hable con quien cuida de este servicio',
  introduction: 'Dudas, problemas o denuncias. Respondemos por correo.',
  report:
    'Usted está denunciando a un remitente. Cuente qué pasó y por qué desconfía. No firme nada mientras tenga dudas.',
  nome: 'Su nombre',
  email: 'Su correo',
  mailHint: 'La respuesta va a ese correo.',
  assunto: 'Asunto',
  optional: 'opcional',
  mensagem: 'Mensaje',
  messageHint: 'No mande contraseñas, códigos ni números de documentos de otras personas.',
  remain: (count: number) => `Quedan ${plural(count, 'carácter', 'caracteres')}`,
  referenceCode: 'Referencia del documento',
  referenceHint: 'Va junto con el mensaje, para encontrar el pedido de firma.',
  noReference: 'No enviarla',
  limites: (hour: number, day: number) =>
    `De cada dirección de internet recibimos hasta ${hour} mensajes por hora y ${day} por día.`,
  enviar: 'Enviar mensaje',
  sending: 'Enviando…',
  erros: {
    nome: 'Escriba su nombre.',
    email: 'Revise el correo: falta algo, como en nombre@ejemplo.com.',
    mensagem: 'Escriba el mensaje.',
    resumo: (count: number) => `Falta corregir ${plural(count, 'campo', 'campos')}.`,
  },
  failures: {
    noConnection: 'Sin conexión a internet. El mensaje sigue aquí: envíelo cuando vuelva la conexión.',
    offline: 'El servicio no respondió y no sabemos si el mensaje llegó. Sigue aquí: inténtelo de nuevo en un momento.',
    limite: (when: string, hour: number, day: number) =>
      `Esta dirección de internet ya envió el máximo: ${hour} mensajes en una hora o ${day} en un día. El mensaje sigue aquí; podrá enviarlo a partir de ${when}.`,
    limitOver: 'Ya puede enviar de nuevo. El mensaje sigue aquí.',
    refused: 'El servicio no aceptó el mensaje. Revise los campos e inténtelo de nuevo.',
  },
  enviada: {
    titulo: 'Mensaje recibido',
    texto: (email: string) => `La respuesta va a ${email}. Guarde el número de protocolo:`,
    protocolo: 'Protocolo',
    other: 'Escribir otro mensaje',
  },
};

export const es: Texts = {
  fromService: retellIn(SENTENCES),
  skipToContent: 'Saltar al contenido',
  language: 'Idioma',
  principal: 'Principal',
  footer: 'Rubrica, firma electrónica de código abierto',
  footerLinks: 'Pie',
  longName: { whole: 'Mostrar el nombre entero', shorten: 'Acortar el nombre' },
  close: 'Cerrar',
  links: { validar: 'Validar', docs: 'Documentación', painel: 'Panel', contato: 'Contacto' },
  verificacao: 'Cómo comprobar',
  selo: 'Sello',
  privacy: 'Privacidad',
  terms: 'Términos',
  pageFailure: {
    titulo: 'La página dejó de responder',
    texto: 'Algo falló en esta página. Recárguela para intentarlo de nuevo.',
    reloadPage: 'Recargar la página',
  },
  validar,
  contato,
};
