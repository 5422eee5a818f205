import { SENTENCES } from '../../kit/rules/es.ts';
import { retellIn } from '../../kit/rules/retell.ts';
import type { CodeProblem } from '../codigo.ts';
import type { Textos } from './pt.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function espera(seconds: number): string {
  if (seconds < 60) return plural(seconds, 'segundo', 'segundos');
  return plural(Math.ceil(seconds / 60), 'minuto', 'minutos');
}

const validar: Textos['validar'] = {
  tituloDaPagina: 'Validar un documento',
  titulo: '¿Este documento es auténtico?',
  introducao:
    'Compruébelo por el código, por el QR o con el propio PDF. La respuesta dice si el documento es el que se registró aquí y si ya está concluido.',
  codigo: {
    titulo: 'Código del documento',
    dica: 'Está al pie de cada página. Puede pegarlo como venga: con espacios, en minúsculas o la dirección entera.',
    botao: 'Comprobar el código',
    problema: (problem: CodeProblem): string => {
      if (problem.kind === 'vazio') return 'Escriba el código que está al pie del documento.';
      if (problem.kind === 'letra') {
        return `Los códigos no usan “${problem.letter}”. Compruebe si es otra letra o un número.`;
      }
      return `Faltan ${plural(problem.missing, 'letra o número', 'letras o números')}. El código tiene 12 después de SVC.`;
    },
  },
  qr: {
    titulo: 'Leer el QR con la cámara',
    texto: 'Apunte al QR del pie de página. La imagen no sale de su dispositivo.',
    botao: 'Abrir la cámara',
    dialogo: 'Apunte al QR del documento',
    abrindo: 'Abriendo la cámara…',
    procurando: 'Buscando el QR… Acérquese y déjelo entero en el cuadro.',
    outro: 'Este QR no es de un documento de aquí. Apunte al QR del pie de las páginas.',
    recusada: {
      titulo: 'La cámara no fue permitida',
      texto:
        'Para usarla, permita la cámara en los ajustes de este sitio, en el candado junto a la dirección, e inténtelo de nuevo. Sin ella se comprueba igual:',
    },
    ausente: {
      titulo: 'No encontramos una cámara',
      texto: 'Este dispositivo no tiene cámara, o este navegador no deja usarla. Se comprueba igual:',
    },
    ocupada: {
      titulo: 'La cámara no respondió',
      texto: 'Otro programa puede estar usando la cámara. Ciérrelo e inténtelo de nuevo, o compruebe de otra manera:',
    },
    tentar: 'Intentar de nuevo',
    digitar: 'Escribir el código',
    foto: 'Enviar una foto del QR',
    fotoSemQr: 'No encontramos un QR de documento en esa foto. Pruebe con otra, más cerca y con buena luz.',
    arquivo: 'Comprobar el PDF',
  },
  arquivo: {
    titulo: 'Comprobar el PDF',
    texto: 'Arrastre el archivo hasta aquí o elíjalo.',
    textoToque: 'Elija el archivo en su dispositivo.',
    botao: 'Elegir el PDF',
    privacidade:
      'El archivo no se envía. Su navegador calcula su huella digital (SHA-256), y solo ese número va en la consulta.',
    soltar: 'Suelte el PDF para comprobarlo',
    calculando: (nome: string) => `Calculando la huella digital de ${nome}…`,
    certificado:
      'Este archivo parece ser el certificado de conclusión, que acompaña al documento y no es el documento firmado. Para comprobar por dentro el certificado y el PDF firmado, use el verificador, más abajo.',
    soUm: 'Comprobamos un archivo a la vez; nos quedamos con el primero.',
    problema: {
      naoEhPdf:
        'Este archivo no es un PDF. Elija el PDF del documento, no una foto, un texto ni un archivo comprimido.',
      vazio: 'Este archivo está vacío. Descargue el documento de nuevo e inténtelo otra vez.',
      grande:
        'Este archivo pasa de 256 MB, más de lo que puede tener un documento de aquí. Vea si es el PDF correcto, o use el código.',
      ilegivel: 'No pudimos leer este archivo. Puede haberse movido, o ser una carpeta. Elíjalo de nuevo.',
      semContextoSeguro:
        'Esta dirección no usa una conexión segura (https), y sin ella el navegador no calcula la huella digital. Use el código.',
    },
  },
  consultando: 'Consultando…',
  teste: {
    titulo: 'SEM VALIDADE JURÍDICA: sin validez jurídica, ambiente de prueba',
    texto:
      'Esta página muestra documentos de prueba, en los que remitente y firmantes pueden ser la misma persona. Nada de lo que dice prueba una firma.',
    producao: 'Comprobar un documento de verdad',
  },
  resposta: {
    verDocumento: 'Ver el documento',
    doDocumento: (codigo) => `Documento ${codigo}.`,
    seForDeTeste: 'Los documentos de prueba no constan aquí.',
    conferirTeste: 'Comprobar un documento de prueba',
    manchete: {
      deTeste: 'Documento de prueba, sin validez jurídica',
      certificado: 'Certificado de conclusión reconocido',
      antesDasAssinaturas: 'Archivo de antes de las firmas',
      autenticoConcluido: 'Archivo auténtico, documento concluido',
      registradoConcluido: 'Código registrado, documento concluido',
      emAndamento: 'Documento aún no concluido',
      recusado: 'Documento rechazado',
      cancelado: 'Documento cancelado',
      expirado: 'Plazo terminado sin conclusión',
      semSituacao: 'Documento registrado',
      diferente: 'Archivo distinto del registrado',
      arquivoDesconhecido: 'No conocemos este archivo',
      codigoDesconhecido: 'No encontramos este código',
    },
    autenticidade: '¿Es auténtico?',
    autentico: {
      certificado:
        'El archivo que usted comprobó es un certificado de conclusión emitido aquí, idéntico byte a byte. Acompaña al documento y no es el documento firmado.',
      antesDasAssinaturas:
        'El archivo que usted comprobó es el que se envió para firmar, sin las firmas. No es el documento firmado: pida el PDF final a quien lo envió.',
      arquivoIdentico: 'Sí. El archivo que comprobó es idéntico, byte por byte, al archivo firmado registrado aquí.',
      arquivoEmAssinatura:
        'El archivo que comprobó es idéntico al que se envió para firmar. No es un documento firmado.',
      soCodigo:
        'El código existe aquí, pero nadie comprobó el archivo o el papel que usted tiene. Un código puede copiarse en otro documento: compare el nombre y las personas de abajo y compruebe el PDF.',
      diferente:
        'El archivo que comprobó no es el registrado con este código. Puede haber sido alterado, guardado de nuevo por otro programa, o ser otra versión, como la copia de antes de las firmas. Pida el archivo original a quien lo envió.',
      arquivoDesconhecido:
        'Ningún registro tiene este archivo. Eso no quiere decir que sea falso: puede ser de otro servicio, una versión anterior, o una copia que se guardó de nuevo. Si hay un código al pie, escríbalo y lo comparamos.',
      codigoDesconhecido:
        'Ningún registro tiene este código. Eso no quiere decir que el documento sea falso: puede haber un error al escribirlo, o ser de otro servicio.',
    },
    processo: '¿Está concluido?',
    processoDoRegistrado: 'Y el documento registrado, ¿está concluido?',
    situacao: {
      CONCLUIDO: 'Sí. Se hicieron todas las firmas pedidas.',
      EM_ANDAMENTO: 'Todavía no. Falta que alguien firme, y el documento puede no llegar a concluirse.',
      RECUSADO: 'No, y no lo estará. Quien debía firmar rechazó.',
      CANCELADO: 'No, y no lo estará. Quien lo envió canceló el pedido.',
      EXPIRADO: 'No, y no lo estará. El plazo terminó antes de que todos firmaran.',
    },
    outraSituacao: (valor: string) => `Situación informada por el servicio: ${valor}.`,
    doRegistrado: 'Lo que sigue es del documento registrado, no del archivo que usted tiene.',
    dados: 'El documento registrado',
    nome: 'Nombre',
    paginas: 'Páginas',
    nivel: 'Nivel',
    niveis: { ELETRONICA: 'Firma electrónica', SEGURA: 'Firma electrónica con código de un solo uso' },
    criadoEm: 'Creado el',
    finalizadoEm: 'Concluido el',
    codigo: 'Código',
    certificadoDe: 'Certificado',
    versaoDoCertificado: (codigo: string, versao: number, quando: string) =>
      `${codigo}, versión ${versao}, del ${quando}`,
    horario: 'Fechas en la hora de Brasilia.',
    impressao: 'Huella digital registrada (SHA-256)',
    impressaoSua: 'Huella digital de su archivo (SHA-256)',
    pessoas: 'Quién firma',
    emailMascarado: 'Los correos aparecen encubiertos para proteger a las personas.',
    semNome: 'Sin nombre informado',
    papel: {
      ASSINAR: 'Firmante',
      APROVAR: 'Aprobador',
      RECONHECER: 'Reconoce el documento',
      TESTEMUNHAR: 'Testigo',
      ACUSAR_RECEBIMENTO: 'Confirma la recepción',
      ENDOSSAR: 'Endosante',
    },
    assinou: (quando: string) => `Firmó el ${quando}`,
    comFatores: 'Se identificó con:',
    ip: 'Desde:',
    pendente: 'Aún no firmó',
    recusou: 'Rechazó',
    naoAssinou: 'No firmó',
    outroCodigo: (lido: string, pedido: string) =>
      `Su archivo trae el código ${lido}, y no ${pedido}. La respuesta es sobre el archivo.`,
    outroEndereco: (host: string) =>
      `Atención: el QR lleva a ${host}, que no es este servicio. La respuesta de abajo es sobre el código que traía.`,
    arquivoConferido: (nome: string) => `Archivo comprobado: ${nome}`,
    agoraConfira: 'Ahora compruebe el PDF',
    informeCodigo: 'Comparar con un código',
    nova: 'Comprobar otro documento',
  },
  falhas: {
    semConexao: 'Sin conexión a internet. Lo que informó sigue aquí.',
    foraDoAr: 'El servicio no respondió. Lo que informó sigue aquí.',
    limite:
      'Demasiadas consultas seguidas desde esta dirección de internet. Esperamos un poco y consultamos de nuevo por usted.',
    contagem: (seconds: number) => (seconds > 0 ? `En ${espera(seconds)}.` : 'Consultando de nuevo…'),
    tentar: 'Intentar de nuevo',
  },
  verificador: {
    titulo: 'Comprobar sin depender de este servicio',
    texto:
      'El verificador es un solo archivo. Ábralo desde el disco, incluso sin internet, y dele el PDF firmado y el certificado: rehace todos los cálculos en su computadora.',
    baixar: 'Descargar el verificador',
    selo: 'Sello de esta instalación',
    como: 'Cómo funciona',
    hash: 'SHA-256 del programa, tal como está en el repositorio (la copia de aquí trae además los sellos de esta instalación; los dos números están en /verificar.sha256):',
  },
};

const contato: Textos['contato'] = {
  tituloDaPagina: 'Contacto',
  titulo: 'Hable con quien cuida de este servicio',
  introducao: 'Dudas, problemas o denuncias. Respondemos por correo.',
  denuncia:
    'Usted está denunciando a un remitente. Cuente qué pasó y por qué desconfía. No firme nada mientras tenga dudas.',
  nome: 'Su nombre',
  email: 'Su correo',
  emailDica: 'La respuesta va a ese correo.',
  assunto: 'Asunto',
  opcional: 'opcional',
  mensagem: 'Mensaje',
  mensagemDica: 'No mande contraseñas, códigos ni números de documentos de otras personas.',
  restam: (count: number) => `Quedan ${plural(count, 'carácter', 'caracteres')}`,
  referencia: 'Referencia del documento',
  referenciaDica: 'Va junto con el mensaje, para encontrar el pedido de firma.',
  semReferencia: 'No enviarla',
  limites: (hour: number, day: number) =>
    `De cada dirección de internet recibimos hasta ${hour} mensajes por hora y ${day} por día.`,
  enviar: 'Enviar mensaje',
  enviando: 'Enviando…',
  erros: {
    nome: 'Escriba su nombre.',
    email: 'Revise el correo: falta algo, como en nombre@ejemplo.com.',
    mensagem: 'Escriba el mensaje.',
    resumo: (count: number) => `Falta corregir ${plural(count, 'campo', 'campos')}.`,
  },
  falhas: {
    semConexao: 'Sin conexión a internet. El mensaje sigue aquí: envíelo cuando vuelva la conexión.',
    foraDoAr:
      'El servicio no respondió y no sabemos si el mensaje llegó. Sigue aquí: inténtelo de nuevo en un momento.',
    limite: (quando: string, hour: number, day: number) =>
      `Esta dirección de internet ya envió el máximo: ${hour} mensajes en una hora o ${day} en un día. El mensaje sigue aquí; podrá enviarlo a partir de ${quando}.`,
    limiteFim: 'Ya puede enviar de nuevo. El mensaje sigue aquí.',
    recusada: 'El servicio no aceptó el mensaje. Revise los campos e inténtelo de nuevo.',
  },
  enviada: {
    titulo: 'Mensaje recibido',
    texto: (email: string) => `La respuesta va a ${email}. Guarde el número de protocolo:`,
    protocolo: 'Protocolo',
    outra: 'Escribir otro mensaje',
  },
};

export const es: Textos = {
  doServico: retellIn(SENTENCES),
  pularParaConteudo: 'Saltar al contenido',
  idioma: 'Idioma',
  principal: 'Principal',
  rodape: 'Rubrica, firma electrónica de código abierto',
  rodapeLinks: 'Pie',
  nomeLongo: { inteiro: 'Mostrar el nombre entero', encurtar: 'Acortar el nombre' },
  fechar: 'Cerrar',
  links: { validar: 'Validar', docs: 'Documentación', painel: 'Panel', contato: 'Contacto' },
  verificacao: 'Cómo comprobar',
  selo: 'Sello',
  falhaDaPagina: {
    titulo: 'La página dejó de responder',
    texto: 'Algo falló en esta página. Recárguela para intentarlo de nuevo.',
    recarregar: 'Recargar la página',
  },
  validar,
  contato,
};
