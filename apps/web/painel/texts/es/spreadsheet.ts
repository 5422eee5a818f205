import type { Textos } from '../pt/spreadsheet.ts';

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('es')} ${count === 1 ? one : many}`;

export const textos: Textos = {
  titulo: (nome) => `${nome}: varios desde una hoja de cálculo`,
  dado: {
    nome: 'nombre',
    email: 'correo',
    telefone: 'móvil',
    cpf: 'CPF',
    dataNascimento: 'nacimiento',
    metodoEntrega: 'invitación por',
  },
  encoding: { 'utf-8': 'UTF-8', 'windows-1252': 'Windows (ANSI)', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16 (BE)' },
  recusa: {
    tooLarge: 'El archivo supera los 5 MB. Divida la hoja en partes.',
    excel:
      'No se pudo leer este archivo de Excel: tiene contraseña, es anterior a 2007 (.xls) o está dañado. Guárdelo de nuevo como .xlsx o como “CSV UTF-8”.',
    binary: 'Este archivo no es una planilla .xlsx ni un CSV.',
    blank: 'El archivo está vacío.',
  },
  separator: { ';': 'Punto y coma', ',': 'Coma', '\t': 'Tabulación', '|': 'Barra vertical' },
  workbook: {
    sheet: (nome: string, outras: number) =>
      outras === 0
        ? `Hoja leída: “${nome}”.`
        : `Hoja leída: “${nome}”, la primera. ${outras === 1 ? 'La otra no se leyó' : `Las otras ${outras} no se leyeron`}.`,
    numbers: (colunas: string) =>
      `Hay números en ${colunas}. Si alguno empieza con cero, Excel ya lo quitó: revíselo, o dé a la columna formato de texto y guarde de nuevo.`,
    without: (celulas: number) =>
      `${celulas === 1 ? 'Una celda tiene una fórmula sin resultado y se leyó vacía' : `${celulas} celdas tienen fórmulas sin resultado y se leyeron vacías`}. Ábralo en Excel, corríjalo y guarde.`,
  },
  arquivo: {
    titulo: 'La hoja de cálculo',
    texto:
      'Cada línea de la planilla crea un documento. La primera línea trae los nombres de las columnas. Suelte el archivo de Excel (.xlsx) o CSV en esta página, o elíjalo.',
    choose: 'Elegir la planilla',
    exchange: 'Cambiar el archivo',
    example: 'Descargar un ejemplo',
    dropIt: 'Suelte la hoja de cálculo',
    exampleName: 'ejemplo',
    secure: 'Volver a ejecutarla es seguro',
    secureText:
      'Una fila que ya creó su documento no crea otro, aunque cierre la página a la mitad, ejecute el archivo dos veces o corrija otras filas: solo se crea lo que falta.',
    secureForADay:
      'Durante 24 horas, una fila que ya creó su documento no crea otro, aunque ejecute el archivo dos veces. Después, solo una plantilla con roles garantiza lo mismo.',
    readItem: (lines) => plural(lines, 'fila', 'filas'),
    encoding: 'Codificación',
    separator: 'Separador',
    cut: (limite) =>
      `La hoja tiene más de lo que cabe de una vez: solo se leyeron las primeras ${limite.toLocaleString('es')} filas.`,
    noLines: 'No hay ninguna fila además de los nombres de las columnas.',
  },
  columns: {
    titulo: 'Qué completa cada columna',
    documento: 'Documento',
    variaveis: 'Variables',
    documentoTitle: 'Título del documento',
    titleHint: 'Sin columna, el nombre de la plantilla y el de la primera persona.',
    doNotUse: 'No usar',
    fixed: 'Lo mismo en todas las filas…',
    fixedValue: (destino) => `${destino}: lo mismo en todas`,
    leftOver: (total) => `${plural(total, 'dato necesario', 'datos necesarios')} sin columna`,
    moreData: 'Otros datos de la persona',
  },
  options: {
    titulo: 'Qué hacer con cada fila',
    rascunho: 'Crear borradores',
    draftHint: 'Usted los revisa y los envía después.',
    enviar: 'Crear y enviar',
    sendHint: 'Cada documento se envía en cuanto se crea, y consume un sobre del plan.',
    sendTest: 'Entorno de prueba: los mensajes van al buzón de prueba, y no se cobra nada.',
    batch: 'Nombre del lote',
    batchHint:
      'Solo hace falta para repetir a propósito: con otro nombre, como “Marzo de 2027”, las mismas filas crean documentos nuevos.',
    blankOnes: 'Aceptar variables en blanco',
    repeatedOnes: 'Crear también las filas repetidas',
    passOn: 'Quien firma puede ceder la firma a otra persona',
    inPerson: 'Quien recibe el enlace de sus manos firma en persona',
    inPersonHint:
      'En las filas cuya invitación es por enlace. Es lo que usted declara, y el registro lo dice; no prueba nada ni reemplaza ningún factor.',
  },
  check: {
    titulo: 'Revisión',
    readyOnes: (total) => plural(total, 'fila lista', 'filas listas'),
    withIssue: (total) => plural(total, 'fila con problemas', 'filas con problemas'),
    stayOut: 'Las filas con problemas quedan fuera. Corrija el archivo y elíjalo de nuevo, cuando quiera.',
    doubtful: (total) => plural(total, 'fila por revisar', 'filas por revisar'),
    show: 'Mostrar',
    allItems: 'Todas',
    issuesOnly: 'Con problemas',
    doubtsOnly: 'Por revisar',
    linha: 'Fila',
    ready: 'Lista',
    more: (total) => `Mostrar ${total.toLocaleString('es')} más`,
    noneYet: 'Ninguna fila aquí.',
    criar: (total) => `Crear ${plural(total, 'borrador', 'borradores')}`,
    enviar: (total) => `Crear y enviar ${plural(total, 'documento', 'documentos')}`,
    quotes: 'Las comillas de esta fila no se cierran.',
    columns: (has, expectedOnes) => `La fila tiene ${plural(has, 'columna', 'columnas')}; hay ${expectedOnes} nombres.`,
    repeated: (linha) => `Dice lo mismo que la fila ${linha}.`,
    entrega: (papel) => `${papel}: la invitación va por correo, SMS o enlace.`,
    blankVariable: (nome) => `${nome} está en blanco.`,
    longVariable: (nome) => `${nome} es demasiado largo.`,
    doubtfulVariable: (nome, doubt) => `${nome}: ${doubt}`,
    longTitle: 'El título es demasiado largo.',
  },
  round: {
    titulo: 'Avance',
    progress: (doneOnes, total) => `${doneOnes.toLocaleString('es')} de ${plural(total, 'fila', 'filas')}`,
    pause: 'Pausar',
    goOn: 'Continuar',
    stop: 'Detener',
    tryAgain: 'Reintentar lo que falló',
    baixar: 'Descargar el resultado',
    fresh: 'Ejecutar otra hoja',
    paused: 'En pausa. No se pierde nada: continúe cuando quiera.',
    pausedBy: 'En pausa:',
    stopped: 'Detenido. Las filas que faltan pueden crearse ejecutando el mismo archivo.',
    fim: 'Terminado.',
    waiting: (segundos) =>
      `El servicio pidió una pausa. Continuaremos automáticamente en ${plural(segundos, 'segundo', 'segundos')}.`,
    doNotClose: 'Deje esta página abierta. Si se cierra, ejecute el mismo archivo: solo se crea lo que falta.',
    estado: {
      waiting: 'En cola',
      doing: 'En curso',
      criado: 'Borrador creado',
      enviado: 'Enviado',
      existed: 'Ya existía',
      excluido: 'Ya existía, y fue eliminado',
      naoEnviado: 'Creado, no enviado',
      recusado: 'Rechazado',
    },
    outside: 'Fuera: tiene un problema',
    open: (titulo) => `Abrir ${titulo}`,
    deletedLater: 'Para crearlo de nuevo, dé otro nombre al lote.',
    onceMore: 'Esta fila ya creó un documento con otras opciones, o se está creando en otra pestaña.',
    columns: ['Fila', 'Resultado', 'Motivo', 'Documento'],
    resultName: 'resultado',
    sair: {
      titulo: '¿Salir con la hoja en curso?',
      texto: 'Lo ya creado permanece. Para crear lo que falta, ejecute el mismo archivo después.',
      stay: 'Seguir aquí',
      sair: 'Salir',
    },
  },
};
