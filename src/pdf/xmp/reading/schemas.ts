/**
 * The schemas that XMP predefines, as properties with the names of their types. They are those of the XMP Specification
 * of January 2004, which ISO 19005-1 refers to, with the additions of September 2005, which ISO 19005-2 and -3 refer
 * to. Choices are types by their values only (TWG A020).
 */
interface Schema {
  readonly namespace: string;
  readonly prefix: string;
  /** `type: name name; type: name` */
  readonly properties: string;
  /** What the specification of 2005 has beyond that of 2004, or of another type. */
  readonly added?: string;
  /** What it has no longer. */
  readonly removed?: string;
}

const schemas: readonly Schema[] = [
  {
    namespace: 'http://purl.org/dc/elements/1.1/',
    prefix: 'dc',
    properties:
      'bag Text: contributor publisher relation subject type; Text: coverage format identifier source; seq ' +
      'Text: creator; seq Date: date; Lang Alt: description rights title; bag Locale: language',
  },
  {
    namespace: 'http://ns.adobe.com/xap/1.0/',
    prefix: 'xmp',
    properties:
      'bag Text: Advisory Identifier; Text: BaseURL CreatorTool Nickname; Date: CreateDate MetadataDate ' +
      'ModifyDate; alt Thumbnail: Thumbnails',
    added: 'Text: Label; Real: Rating',
  },
  {
    namespace: 'http://ns.adobe.com/xap/1.0/rights/',
    prefix: 'xmpRights',
    properties: 'Text: Certificate WebStatement; Boolean: Marked; bag Text: Owner; Lang Alt: UsageTerms',
  },
  {
    namespace: 'http://ns.adobe.com/xap/1.0/mm/',
    prefix: 'xmpMM',
    properties:
      'ResourceRef: DerivedFrom ManagedFrom RenditionOf; Text: DocumentID InstanceID Manager ManageTo ManageUI ' +
      'ManagerVariant RenditionClass RenditionParams VersionID LastURL; seq ResourceEvent: History; seq ' +
      'Version: Versions; Integer: SaveID',
    added: 'Text: OriginalDocumentID; bag ResourceRef: Ingredients',
  },
  { namespace: 'http://ns.adobe.com/xap/1.0/bj/', prefix: 'xmpBJ', properties: 'bag Job: JobRef' },
  {
    namespace: 'http://ns.adobe.com/xap/1.0/t/pg/',
    prefix: 'xmpTPg',
    properties: 'Dimensions: MaxPageSize; Integer: NPages',
    added: 'bag Font: Fonts; seq Colorant: Colorants; seq Text: PlateNames',
  },
  {
    namespace: 'http://www.aiim.org/pdfa/ns/id/',
    prefix: 'pdfaid',
    properties: 'Integer: part; Text: amd conformance',
    added: 'Text: corr',
  },
  { namespace: 'http://ns.adobe.com/pdf/1.3/', prefix: 'pdf', properties: 'Text: Keywords PDFVersion Producer' },
  {
    namespace: 'http://ns.adobe.com/photoshop/1.0/',
    prefix: 'photoshop',
    properties:
      'Text: AuthorsPosition CaptionWriter Category City Country Credit Headline Instructions Source State ' +
      'TransmissionReference SupplementalCategories; Date: DateCreated; Integer: Urgency',
    added: 'bag Text: SupplementalCategories',
  },
  {
    namespace: 'http://ns.adobe.com/tiff/1.0/',
    prefix: 'tiff',
    properties:
      'Integer: ImageWidth ImageLength Compression PhotometricInterpretation Orientation SamplesPerPixel ' +
      'PlanarConfiguration YCbCrPositioning ResolutionUnit; seq Integer: BitsPerSample YCbCrSubSampling ' +
      'TransferFunction; Rational: XResolution YResolution; seq Rational: WhitePoint PrimaryChromaticities ' +
      'YCbCrCoefficients ReferenceBlackWhite; Date: DateTime; Lang Alt: ImageDescription Copyright; Text: Make ' +
      'Model Software Artist',
  },
  {
    namespace: 'http://ns.adobe.com/exif/1.0/',
    prefix: 'exif',
    properties:
      'Text: ExifVersion FlashpixVersion MakerNote RelatedSoundFile SpectralSensitivity ImageUniqueID ' +
      'GPSVersionID GPSSatellites GPSStatus GPSSpeedRef GPSTrackRef GPSImgDirectionRef GPSMapDatum ' +
      'GPSDestBearingRef GPSDestDistanceRef GPSProcessingMethod GPSAreaInformation; GPSCoordinate: GPSLatitude ' +
      'GPSLongitude GPSDestLatitude GPSDestLongitude; Integer: ColorSpace PixelXDimension PixelYDimension ' +
      'ExposureProgram MeteringMode LightSource FocalPlaneResolutionUnit SensingMethod FileSource SceneType ' +
      'CustomRendered ExposureMode WhiteBalance FocalLengthIn35mmFilm SceneCaptureType GainControl Contrast ' +
      'Saturation Sharpness SubjectDistanceRange GPSAltitudeRef GPSMeasureMode GPSDifferential; seq Integer: ' +
      'ComponentsConfiguration ISOSpeedRatings SubjectArea SubjectLocation; Rational: CompressedBitsPerPixel ' +
      'ExposureTime FNumber ShutterSpeedValue ApertureValue BrightnessValue ExposureBiasValue MaxApertureValue ' +
      'SubjectDistance FocalLength FlashEnergy FocalPlaneXResolution FocalPlaneYResolution ExposureIndex ' +
      'DigitalZoomRatio GPSAltitude GPSDOP GPSSpeed GPSTrack GPSImgDirection GPSDestBearing GPSDestDistance; ' +
      'Date: DateTimeOriginal DateTimeDigitized GPSTimeStamp; Lang Alt: UserComment; OECF: OECF ' +
      'SpatialFrequencyResponse; Flash: Flash; CFAPattern: CFAPattern; DeviceSettings: DeviceSettingDescription',
    removed: 'MakerNote',
  },
  { namespace: 'http://ns.adobe.com/exif/1.0/aux/', prefix: 'aux', properties: '', added: 'Text: Lens SerialNumber' },
  {
    namespace: 'http://ns.adobe.com/camera-raw-settings/1.0/',
    prefix: 'crs',
    properties: '',
    added:
      'Boolean: AutoBrightness AutoContrast AutoExposure AutoShadows HasCrop HasSettings; Integer: BlueHue ' +
      'BlueSaturation Brightness ChromaticAberrationB ChromaticAberrationR ColorNoiseReduction Contrast ' +
      'CropUnits GreenHue GreenSaturation LuminanceSmoothing RedHue RedSaturation Saturation Shadows ' +
      'ShadowTint Sharpness Temperature Tint VignetteAmount VignetteMidpoint; Text: CameraProfile RawFileName ' +
      'ToneCurveName Version WhiteBalance; Real: CropTop CropLeft CropBottom CropRight CropAngle CropWidth ' +
      'CropHeight Exposure; seq Text: ToneCurve',
  },
  {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    prefix: 'xmpDM',
    properties: '',
    added:
      'ProjectLink: projectRef; Text: videoFrameRate videoPixelDepth videoColorSpace videoAlphaMode ' +
      'videoCompressor videoFieldOrder pullDown audioSampleType audioChannelType audioCompressor ' +
      'speakerPlacement tapeName altTapeName scene shotName shotLocation logComment absPeakAudioFilePath ' +
      'relativePeakAudioFilePath artist album genre copyright composer engineer instrument key stretchMode ' +
      'timeSignature scaleType; Dimensions: videoFrameSize; Rational: videoPixelAspectRatio fileDataRate; ' +
      'Colorant: videoAlphaPremultipleColor; Boolean: videoAlphaUnityIsTransparent loop; Integer: ' +
      'audioSampleRate trackNumber; Timecode: startTimecode altTimecode; Time: duration introTime outCue ' +
      'relativeTimestamp; Date: shotDate videoModDate audioModDate metadataModDate releaseDate; seq Marker: ' +
      'markers; bag Media: contributedMedia; Real: tempo numberOfBeats; TimeScaleStretch: timeScaleParams; ' +
      'ResampleStretch: resampleParams; BeatSpliceStretch: beatSpliceParams',
  },
];

/** Structures: the namespace of their fields, and these. */
const structures: Readonly<Record<string, { readonly namespace: string; readonly fields: string }>> = {
  Dimensions: { namespace: 'http://ns.adobe.com/xap/1.0/sType/Dimensions#', fields: 'Real: w h; Text: unit' },
  Thumbnail: { namespace: 'http://ns.adobe.com/xap/1.0/g/img/', fields: 'Integer: width height; Text: format image' },
  ResourceRef: {
    namespace: 'http://ns.adobe.com/xap/1.0/sType/ResourceRef#',
    fields:
      'Text: instanceID documentID versionID renditionClass renditionParams manager managerVariant manageTo ' +
      'manageUI filePath fromPart toPart maskMarkers partMapping; seq Text: alternatePaths; Date: ' +
      'lastModifyDate',
  },
  ResourceEvent: {
    namespace: 'http://ns.adobe.com/xap/1.0/sType/ResourceEvent#',
    fields: 'Text: action instanceID parameters softwareAgent changed; Date: when',
  },
  Version: {
    namespace: 'http://ns.adobe.com/xap/1.0/sType/Version#',
    fields: 'Text: comments modifier version; ResourceEvent: event; Date: modifyDate',
  },
  Job: { namespace: 'http://ns.adobe.com/xap/1.0/sType/Job#', fields: 'Text: name id url' },
  Font: {
    namespace: 'http://ns.adobe.com/xap/1.0/sType/Font#',
    fields:
      'Text: fontName fontFamily fontFace fontType versionString fontFileName; Boolean: composite; seq Text: ' +
      'childFontFiles',
  },
  Colorant: {
    namespace: 'http://ns.adobe.com/xap/1.0/g/',
    fields: 'Text: swatchName mode type; Real: cyan magenta yellow black L; Integer: red green blue A B',
  },
  OECF: {
    namespace: 'http://ns.adobe.com/exif/1.0/',
    fields: 'Integer: Columns Rows; seq Text: Names; seq Rational: Values',
  },
  CFAPattern: { namespace: 'http://ns.adobe.com/exif/1.0/', fields: 'Integer: Columns Rows; seq Integer: Values' },
  DeviceSettings: { namespace: 'http://ns.adobe.com/exif/1.0/', fields: 'Integer: Columns Rows; seq Text: Settings' },
  Flash: {
    namespace: 'http://ns.adobe.com/exif/1.0/',
    fields: 'Boolean: Fired Function RedEyeMode; Integer: Return Mode',
  },
  ProjectLink: { namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/', fields: 'Text: type path' },
  Timecode: {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    fields: 'Text: timeValue timeFormat; Integer: value',
  },
  Time: { namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/', fields: 'Integer: value; Rational: scale' },
  Marker: {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    fields:
      'Time: startTime duration; Text: comment name location target type speaker probability cuePointType; seq ' +
      'CuePointParam: cuePointParams',
  },
  CuePointParam: { namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/', fields: 'Text: key value' },
  Media: {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    fields: 'Text: path webStatement; Time: startTime duration; Boolean: managed; seq Text: track',
  },
  TimeScaleStretch: {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    fields: 'Text: quality; Real: frameSize frameOverlappingPercentage',
  },
  ResampleStretch: { namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/', fields: 'Text: quality' },
  BeatSpliceStretch: {
    namespace: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
    fields: 'Boolean: useFileBeatsMarker; Real: riseInDecibel; Time: riseInTimeDuration',
  },
};

/** Types by namespace and name, joined by a space. */
export type TypeTable = ReadonlyMap<string, string>;

/** Fields of a structure by expanded name. */
export interface StructureType {
  readonly namespace: string;
  readonly fields: TypeTable;
}

function tableOf(namespace: string, text: string, into: Map<string, string>): Map<string, string> {
  for (const group of text.split('; ')) {
    const [type = '', names = ''] = group.split(': ');
    for (const name of names.split(' ')) if (name !== '') into.set(`${namespace} ${name}`, type);
  }
  return into;
}

const of2004 = new Map<string, string>();
const of2005 = new Map<string, string>();
for (const { namespace, properties, added = '', removed = '' } of schemas) {
  tableOf(namespace, properties, of2004);
  tableOf(namespace, properties, of2005);
  tableOf(namespace, added, of2005);
  of2005.delete(`${namespace} ${removed}`);
}

/** Properties of the predefined schemas. */
export const predefined: Readonly<Record<'2004' | '2005', TypeTable>> = { 2004: of2004, 2005: of2005 };

/** Structures of the predefined schemas, by the lower-case name of their type. */
export const predefinedStructures: ReadonlyMap<string, StructureType> = new Map(
  Object.entries(structures).map(([name, { namespace, fields }]) => [
    name.toLowerCase(),
    { namespace, fields: tableOf(namespace, fields, new Map()) },
  ]),
);
