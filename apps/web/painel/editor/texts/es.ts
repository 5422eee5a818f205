import type { FatorAutenticacao, FuncaoSignatario, MetodoEntrega, TipoCampo } from '@rubrica/contract';
import { SENTENCES } from '../../../kit/rules/es.ts';
import { retellIn } from '../../../kit/rules/retell.ts';
import type { Fault, Why } from '../state/rules.ts';
import type { Party } from '../state/types.ts';
import type { Texts } from './pt.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const retell = retellIn(SENTENCES);

const TYPES: Record<TipoCampo, string> = {
  ASSINATURA: 'Firma',
  RUBRICA: 'Rúbrica',
  NOME: 'Nombre',
  DATA: 'Fecha',
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'Correo',
  TEXTO: 'Texto',
  CHECKBOX: 'Casilla',
  IMAGEM: 'Imagen',
};

const FUNCTIONS: Record<FuncaoSignatario, string> = {
  ASSINAR: 'Firma',
  APROVAR: 'Aprueba',
  RECONHECER: 'Reconoce',
  TESTEMUNHAR: 'Es testigo',
  ACUSAR_RECEBIMENTO: 'Acusa recibo',
  ENDOSSAR: 'Endosa',
};

const DELIVERIES: Record<MetodoEntrega, string> = {
  EMAIL: 'Correo',
  SMS: 'SMS',
  LINK: 'Enlace que usted entrega',
  WHATSAPP: 'WhatsApp',
};

const FACTORS: Record<FatorAutenticacao, string> = {
  EMAIL: 'Correo',
  SMS_OTP: 'Código por SMS',
  TOTP: 'Aplicación de autenticación',
  DADOS_PESSOAIS: 'CPF y fecha de nacimiento',
  WHATSAPP_OTP: 'Código por WhatsApp',
  SELFIE: 'Selfie',
  BIOMETRIA_FACIAL: 'Biometría facial',
  DOCUMENTO_FOTO: 'Documento con foto',
  CERTIFICADO_ICP: 'Certificado ICP-Brasil',
};

const REASONS: Partial<Record<Why, string>> = {
  EMAIL: 'para la confirmación por correo',
  ENTREGA_EMAIL: 'porque la invitación va por correo',
  SMS_OTP: 'para el código por SMS',
  ENTREGA_SMS: 'porque la invitación va por SMS',
  DADOS_PESSOAIS: 'para la confirmación de datos personales',
};

const DADOS: Partial<Record<keyof Party, string>> = {
  nome: 'el nombre',
  email: 'el correo',
  telefone: 'el móvil',
  cpf: 'el CPF',
  dataNascimento: 'la fecha de nacimiento',
};

const INVALID: Partial<Record<keyof Party, string>> = {
  email: 'El correo no está completo.',
  telefone: 'Use código de país y de área, como +55 11 98765-4321.',
  cpf: 'Los dígitos del CPF no coinciden.',
  dataNascimento: 'Esa fecha no existe.',
};

function issue(fault: Fault, name: string): string {
  switch (fault.kind) {
    case 'no-parts':
      return 'Incluya al menos a una persona.';
    case 'no-signature':
      return 'Coloque al menos un campo de firma.';
    case 'kept-without-code':
      return 'El nivel Seguro exige un código: por SMS o de la aplicación de autenticación.';
    case 'deadline-passed':
      return 'El plazo ya pasó; elija un momento futuro.';
    case 'titulo':
      return 'Dé un título al documento.';
    case 'missing':
      return `Falta ${DADOS[name as keyof Party] ?? name}, ${REASONS[fault.why] ?? ''}.`;
    case 'invalid':
      return INVALID[name as keyof Party] ?? 'El valor no es válido.';
    case 'long':
      return 'El texto es demasiado largo.';
    case 'no-name':
      return 'Falta el nombre.';
    case 'no-field':
      return 'No tiene campo de firma: solo va a leer y aceptar.';
    case 'no-value':
      return 'Es solo de lectura y está vacío.';
    case 'valor':
      return 'El valor inicial no es válido para este tipo de campo.';
    case 'pagina':
      return 'El archivo no tiene esa página.';
    case 'no-owner':
      return 'Elija quién lo llena.';
    case 'refused':
      return retell(fault.message, fault) ?? fault.message;
  }
}

export const textos: Texts = {
  prepare: 'Preparar documento',
  prepareModelo: 'Preparar modelo',
  documento: 'Documento',
  opening: 'Abriendo el documento…',
  downloading: 'Descargando el archivo…',
  failed: 'No se pudo abrir el documento.',
  noLine: 'Sin conexión. Lo intentaremos de nuevo cuando vuelva.',
  pageFailed: 'No se pudo dibujar esta página.',
  pagina: (number, total) => `Página ${number} de ${total}`,
  types: TYPES,
  functions: FUNCTIONS,
  entregas: DELIVERIES,
  fatores: FACTORS,
  issue,
  save: {
    saved: 'Guardado',
    pending: 'Guardando…',
    saving: 'Guardando…',
    'no-connection': 'Sin conexión: guardaremos cuando vuelva',
    withheld: 'Guardado, salvo lo que está incompleto',
    refused: 'No se pudo guardar todo',
    closed: 'Ya no es posible editar',
    withheldDetail:
      'Las personas a quienes les falta algún dato, y sus campos, quedan solo en esta pestaña hasta que los complete.',
  },
  bar: {
    back: 'Volver al documento',
    backToEnvelope: 'Volver al sobre',
    tools: 'Herramientas del editor',
    undo: 'Deshacer (Ctrl Z)',
    redo: 'Rehacer (Ctrl Shift Z)',
    zoomOut: 'Alejar',
    zoomIn: 'Acercar',
    zoom: (percent) => `Zoom del ${percent}%`,
    magnet: 'Ajustar a líneas y cuadrícula',
    preview: 'Ver lo que ve cada persona',
    previewModelo: 'Ver como lo ve cada rol',
    rules: 'Reglas',
    review: 'Revisar y enviar',
    reviewModelo: 'Comprobar',
    issues: (count) => plural(count, 'problema', 'problemas'),
    shortcuts: 'Atajos de teclado',
  },
  persons: {
    titulo: 'Quién firma',
    tituloModelo: 'Roles',
    include: 'Incluir persona',
    includeModelo: 'Incluir rol',
    blank: 'Incluya a quienes van a firmar; cada persona recibe un color para sus campos.',
    blankModelo: 'Incluya los roles que tendrá el documento, como Arrendador y Arrendatario.',
    inOrder: 'Firman en orden',
    inOrderHint: 'Cada turno empieza cuando termina el anterior; en el mismo turno, firman juntos.',
    turn: (number) => `Turno ${number}`,
    mover: (nome) => `Mover a ${nome}: arrastre, o use las flechas arriba y abajo`,
    noName: 'Sin nombre',
    close: 'Cerrar',
    remover: 'Quitar',
    campos: (count) => (count === 0 ? 'sin campos' : plural(count, 'campo', 'campos')),
    nome: 'Nombre completo',
    contact: 'Correo o móvil',
    more: 'Más opciones',
    me: 'Yo firmo',
    meIncluded: 'Usted está entre quienes firman.',
    papel: 'Nombre del rol',
    email: 'Correo',
    telefone: 'Móvil',
    examplePhone: '+55 11 98765-4321',
    cpf: 'CPF',
    nascimento: 'Nacimiento',
    funcao: 'Qué hace',
    entrega: 'Cómo recibe la invitación',
    fatores: 'Cómo prueba quién es',
    fromDocument: 'exigido a todos',
    lock: 'No puede corregir nombre y CPF al firmar',
    inPerson: 'Firma en persona, en este u otro dispositivo suyo',
    inPersonHint: 'Es lo que usted declara, y el registro lo dice. No prueba nada ni reemplaza ningún factor.',
    passOn: 'Puede ceder la firma a otra persona',
    moved: (nome, vez, total) => `${nome}: turno ${vez} de ${total}`,
    removed: (nome) => `${nome} salió, con sus campos. Ctrl Z lo deshace.`,
  },
  palette: {
    titulo: 'Campos',
    hint: 'Arrastre a la página, o elija uno y presione Enter.',
    touchHint: 'Toque para ponerlo en el medio de la página.',
    holder: 'Llenado por',
    noPeople: 'Incluya a una persona para colocar sus campos.',
    noRoles: 'Incluya un rol para colocar sus campos.',
    remetente: 'Por usted, solo de lectura',
    full: (most) => `El límite es de ${most} campos.`,
    put: (tipo, pagina) => `${tipo} en la página ${pagina}. Las flechas lo mueven, Alt y flechas cambian el tamaño.`,
  },
  campo: {
    remetente: 'usted',
    descricao: (tipo, rotulo, whom, pagina) => `${tipo}${rotulo ? ` “${rotulo}”` : ''}, de ${whom}, página ${pagina}`,
  },
  properties: {
    titulo: 'Campo',
    several: (count) => `${count} campos`,
    nothing: 'Elija un campo en la página para ver lo que puede cambiar.',
    holder: 'Quién lo llena',
    mixed: 'Varios',
    rotulo: 'Etiqueta',
    labelHint: 'Ayuda que ve quien lo llena.',
    obrigatorio: 'Es obligatorio llenarlo',
    leitura: 'Solo de lectura, llenado por usted',
    valor: 'Valor inicial',
    fixedValue: 'Valor',
    checkedBox: 'Empieza marcada',
    pagina: 'Página',
    position: 'Posición y tamaño, en milímetros',
    x: 'Desde la izquierda',
    y: 'Desde arriba',
    largura: 'Ancho',
    altura: 'Alto',
    duplicate: 'Duplicar',
    erase: 'Borrar',
    copy: 'Copiar a todas las páginas',
    copyToFollowing: 'Copiar a las páginas siguientes',
    align: 'Alinear',
    alignments: {
      left: 'Alinear a la izquierda',
      center: 'Centrar en horizontal',
      right: 'Alinear a la derecha',
      top: 'Alinear arriba',
      middle: 'Centrar en vertical',
      bottom: 'Alinear abajo',
    },
    distributeX: 'Distribuir en horizontal',
    distributeY: 'Distribuir en vertical',
    data: 'La fecha de la firma se llena sola.',
  },
  paginas: {
    titulo: 'Páginas',
    go: (number, campos) => `Página ${number}${campos > 0 ? `, ${plural(campos, 'campo', 'campos')}` : ''}`,
  },
  announcement: {
    pageChanged: (pagina) => `Ahora en la página ${pagina}`,
    erased: (count) => `${plural(count, 'campo borrado', 'campos borrados')}. Ctrl Z lo deshace.`,
    copiedOnes: (count) => `${plural(count, 'copia puesta', 'copias puestas')}. Ctrl Z lo deshace.`,
    doNotFit: (room) => `No caben: ${plural(room, 'campo queda', 'campos quedan')} hasta el límite.`,
    undone: 'Deshecho',
    redone: 'Rehecho',
    chosen: (count) => plural(count, 'campo elegido', 'campos elegidos'),
  },
  rules: {
    titulo: 'Reglas del documento',
    nome: 'Título',
    mensagem: 'Mensaje de la invitación',
    nivel: 'Nivel de la firma',
    levels: { ELETRONICA: 'Electrónica', SEGURA: 'Segura, con código' },
    fatores: 'Cómo prueban todos quiénes son',
    prazo: 'Plazo para firmar',
    lembrete: 'Recordatorio a quien no firmó',
    reminders: { none: 'No recordar', DIARIO: 'Cada día', SEMANAL: 'Cada semana' },
    recusavel: 'Quien firma puede rechazar, con motivo',
    stop: 'Un rechazo termina el documento',
    ready: 'Listo',
  },
  send: {
    titulo: 'El envío',
    days: (count) => `${count} días`,
    noDeadline: 'Sin plazo',
    modeloEmail: 'Texto de la invitación',
    ofService: 'El del servicio',
    gone: 'Modelo eliminado',
    responderPara: 'Respuestas a',
    replyHint: 'Quien responda a la invitación escribe a este correo. Si queda en blanco, al de la organización.',
  },
  review: {
    titulo: 'Revisar y enviar',
    tituloModelo: 'Comprobar el modelo',
    prevent: (count) => plural(count, 'problema impide el envío', 'problemas impiden el envío'),
    preventModelo: (count) => plural(count, 'problema por resolver', 'problemas por resolver'),
    notices: (count) => plural(count, 'punto por revisar', 'puntos por revisar'),
    go: 'Ir allí',
    ready: 'Todo listo para enviar.',
    readyModelo: 'El modelo está listo para usarse.',
    happens: 'Qué sucede al enviar',
    receives: {
      EMAIL: (nome, where) => `${nome} recibe la invitación por correo en ${where}`,
      SMS: (nome, where) => `${nome} recibe la invitación por SMS en ${where}`,
      LINK: (nome) => `${nome} no recibe mensaje: usted copia el enlace en la página del documento y lo entrega`,
      handedOver: (nome) => `${nome} no recibe mensaje: el enlace lo entrega el sistema de donde usted vino`,
    },
    proves: (fatores) => `prueba quién es por: ${fatores.join(', ').toLowerCase()}`,
    fillsIn: (count) =>
      count === 0 ? 'lee y acepta, sin campos que llenar' : `llena ${plural(count, 'campo', 'campos')}`,
    turn: (number) => (number === 1 ? 'Ahora' : `Cuando termine el turno ${number - 1}`),
    all: 'Todos al mismo tiempo',
    prazo: (when) => `El plazo para firmar es ${when}.`,
    noDeadline: 'No hay plazo para firmar.',
    lembrete: {
      DIARIO: 'A quien no firme se le recuerda cada día.',
      SEMANAL: 'A quien no firme se le recuerda cada semana.',
    },
    immutable: 'Después del envío, el archivo, los campos y las reglas ya no cambian.',
    franquia: 'El envío consume un sobre de su plan.',
    teste: 'Ambiente de prueba: los mensajes van al buzón de prueba y no se cobra nada.',
    goToEnvelope: 'Ir al sobre',
    envelope: 'Este documento es parte de un sobre y se envía con él.',
    send: 'Enviar ahora',
    back: 'Seguir editando',
    notSaved: 'Aún hay cambios por guardar; revise la conexión e inténtelo de nuevo.',
    service: 'El servicio no aceptó el envío:',
    sent: 'Documento enviado.',
  },
  preview: {
    titulo: 'Lo que ve cada persona',
    tituloModelo: 'Cómo lo ve cada rol',
    whom: 'Ver como',
    steps: 'El camino de esta persona',
    stepsModelo: 'El camino de este rol',
    receives: {
      EMAIL: 'Recibe la invitación por correo',
      SMS: 'Recibe la invitación por SMS',
      LINK: 'Abre el enlace que usted entrega',
    },
    waiting: (vez) => `Espera el turno ${vez}`,
    proves: 'Prueba quién es',
    le: (paginas) => `Lee ${plural(paginas, 'página', 'páginas')} y acepta el texto`,
    fillsIn: (campos) => (campos.length === 0 ? 'Concluye, sin campos que llenar' : `Llena: ${campos.join(', ')}`),
    signHere: 'Firme aquí',
    initialHere: 'Rubrique aquí',
    nobody: 'Incluya a una persona para ver lo que ella verá.',
    nobodyModelo: 'Incluya un rol para ver lo que verá.',
  },
  notices: {
    otherTab: 'Este documento está abierto para edición en otra pestaña. Aquí usted solo lo ve.',
    editHere: 'Editar en esta pestaña',
    takingOver: 'Esperando a que la otra pestaña guarde…',
    immutable: 'El documento ya fue enviado; su contenido ya no cambia.',
    gone: 'El documento ya no existe.',
    noPermission: 'Su rol no permite cambiar este documento.',
    seeDocumento: 'Ver el documento',
    hasChanged: 'Este documento fue cambiado en otro lugar mientras usted editaba.',
    keep: 'Mantener lo que está aquí',
    load: 'Cargar lo que se guardó allí',
    recovered: 'Recuperamos lo que no se había guardado la última vez.',
    updated: 'El documento fue cambiado en otro lugar; mostramos la versión nueva.',
    refused: 'El servicio no aceptó parte de los cambios:',
  },
  inside: {
    sent: 'Enviado para firmar',
    sentText: 'El documento ya va hacia quienes firman. Puede continuar en la página de donde vino.',
    over: 'Este editor se ha cerrado',
    overText: 'Ya se abrió en otra pestaña o pasó el plazo. Vuelva a la página de donde vino y empiece de nuevo.',
    perhapsSent: 'La sesión terminó. Compruebe en la página de donde vino si el documento ya fue enviado.',
  },
  shortcuts: {
    titulo: 'Atajos de teclado',
    list: [
      ['Tab', 'Va de campo en campo'],
      ['Enter', 'En la paleta, pone el campo en el medio de la página; en un campo, abre lo que puede cambiar'],
      ['Espacio', 'Elige el campo; con Shift, lo suma a lo elegido'],
      ['Flechas', 'Mueven 1 punto; con Shift, 10'],
      ['Alt + flechas', 'Cambian el tamaño; con Shift, en pasos de 10'],
      ['Alt + Page Up, Page Down', 'Lleva el campo a la página anterior o siguiente'],
      ['Ctrl A', 'Elige todos los campos de la página'],
      ['Ctrl C, Ctrl V', 'Copia los campos y los pone en la página a la vista'],
      ['Ctrl D', 'Duplica'],
      ['Delete', 'Borra'],
      ['Ctrl Z, Ctrl Shift Z', 'Deshace y rehace'],
      ['+, −, 0', 'Zoom'],
      ['Alt al arrastrar', 'Suelta de las líneas y la cuadrícula'],
      ['Esc', 'Suelta lo que se arrastra, o deshace la elección'],
    ],
  },
  painel: { persons: 'Personas', campos: 'Campos', properties: 'Propiedades', paginas: 'Páginas', papeis: 'Roles' },
};
