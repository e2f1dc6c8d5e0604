"""Month names of some sixty languages, full and short, plain and genitive, as they stand beside a day."""

import unicodedata
from collections.abc import Iterator
from typing import Final

# Facts from Unicode CLDR, with forms that blogs also use (Austrian, Lithuanian and Russian short names, Basque and
# Latvian case endings, Serbian genitives, Hebrew with its prefix). Each number opens its month. Names are case-folded,
# without dots and apostrophes; an underscore stands for a space. A name that two languages give to different months
# means the month of the language with more blogs.
_NAMES: Final = """
1 ean eanáir ene enero faoi faoilleach fhaoilleach gen gener gennaio ian ianuarie ion ionawr jaan jaanuar jan janar
janeiro jannar januar januara januari januarie januarja januaro january január januára janv janvier janvāris janvārī
janúar jän jänner led leden ledna oca ocak sau saus sausio sausis sij siječanj siječnja sty styczeń stycznia tammi
tammikuu tammikuuta tháng_một urt urtarrila urtarrilak urtarrilaren xan xaneiro yan yanvar γενάρη γενάρησ ιαν
ιανουάριοσ ιανουαρίου сту студзень студзеня січ січень січня янв январь января яну януари јан јануар јануара јануари
қаң қаңтар հնվ հունվար հունվարի בינו בינואר ינו ינואר جانفي جنو جنوری كانون_الثاني يناير ژانویه ژانویهٔ जन जनवरी
জানু জানুয়ারি জানুয়ারী ม_ค มกราคม იან იანვარი 一月
2 chw chwef chwefror feabh feabhra feb febbraio feber febr febreiro febrer febrero februar februara februari februarie
februarja februaro february február februára februāris februārī febrúar fev fevereiro fevral fra frar fév févr
février gearr gearran ghearran helmi helmikuu helmikuuta lut lutego luty ots otsaila otsailak otsailaren peb pebrero
shk shkurt tháng_hai vas vasario vasaris veebr veebruar velj veljača veljače úno únor února şub şubat φεβ
φεβρουάριοσ φεβρουαρίου φλεβάρη φλεβάρησ ақп ақпан лют лютага лютий лютого люты феб фебруар фебруара фев февр
февраль февраля февруари փետրվար փետրվարի փտվ בפבר בפברואר פבר פברואר شباط فبراير فبروری فوریه فوریهٔ فيفري फरवरी
फ़र फ़रवरी ফেব ফেব্রুয়ারি ফেব্রুয়ারী ก_พ กุมภาพันธ์ თებ თებერვალი 二月
3 bře březen března kov kovas kovo maalis maaliskuu maaliskuuta maart mac machi maerz mar marca march marec maret mars
marso mart marta martie marto marts martxoa martxoak martxoaren martā marz marzec marzo marzu març março maw mawrth
mhàrt mrt màrt márc március márta mäe mäerz mär märts märz ožu ožujak ožujka tháng_ba μάρ μάρτη μάρτησ μάρτιοσ μαρ
μαρτίου бер березень березня мар март марта нау наурыз сак сакавік сакавіка մարտ մարտի մրտ במרץ מרץ آذار مارس مارچ
मार्च মার্চ มี_ค มีนาคม მარ მარტი 三月
4 abr abril abrëll aib aibreán api apirila apirilak apirilaren apr aprel april aprila aprile aprili aprilie aprill
aprilo apríl apríla aprīlis aprīlī avr avril bal balandis balandžio dub duben dubna ebr ebrill ghiblean gibl giblean
huhti huhtikuu huhtikuuta kwi kwiecień kwietnia nis nisan pri prill tháng_bốn tháng_tư tra travanj travnja ápr
április απρ απρίλη απρίλησ απρίλιοσ απριλίου апр апрель апреля април априла кві квіт квітень квітня кра красавік
красавіка сәу сәуір ապր ապրիլ ապրիլի אפר אפריל באפר באפריל آوریل أبريل أفريل اپریل نيسان अप्रैल এপ্রি এপ্রিল เม_ย
เมษายน აპრ აპრილი 四月
5 beal bealtaine chèitean cèit cèitean geg gegužė gegužės kvě květen května mag maggio mai maiatza maiatzak maiatzaren
maig maijs maijā maio maj maja majo may mayo mayıs maí mee mei mej mejju máj mája május svi svibanj svibnja
tháng_năm touko toukokuu toukokuuta μάη μάησ μάι μάιοσ μαΐ μαΐου май мам мамыр мая мај маја тра трав травень травня
մայիս մայիսի մյս במאי מאי أيار ماي مايو مه مهٔ می मई মে พ_ค พฤษภาคม მაი მაისი 五月
6 bir birž birželio birželis cze czerwca czerwiec eka ekaina ekainak ekainaren giu giugno haz haziran hun hunyo iun
iunie iyn iyun juin jun juna june junho juni junie junij junija junio juny juuni jún júna június júní jūn jūnijs
jūnijā kesä kesäkuu kesäkuuta lipanj lipnja meh mehefin meith meitheamh qer qershor t_ògmhios tháng_sáu xuñ xuño
ògmh ògmhios červen června čvn ġun ġunju ιουν ιουνίου ιούν ιούνη ιούνησ ιούνιοσ июн июнь июня мау маусым чер черв
червень червня чэр чэрвень чэрвеня юни јун јуна јуни հնս հունիս հունիսի ביונ ביוני יונ יוני جوان جون حزيران يونيو
ژوئن जून জুন มิ_ย มิถุนายน ივნ ივნისი 六月
7 gor gorff gorffennaf heinä heinäkuu heinäkuuta hul hulyo iuch iuchar iul iulie iyl iyul iúil juil juill juillet jul
jula julai julho juli julie julij julija julio juliol july juuli júl júla július júlí jūl jūlijs jūlijā korr korrik lie
liep liepa liepos lip lipca lipiec lug luglio lul lulju srpanj srpnja t_iuchar tem temmuz tháng_bảy uzt uztaila
uztailak uztailaren xul xullo července červenec čvc ιουλ ιουλίου ιούλ ιούλη ιούλησ ιούλιοσ июл июль июля лип липень
липня ліп ліпень ліпеня шіл шілде юли јул јула јули հլս հուլիս հուլիսի ביול ביולי יול יולי تموز جول جولای جويلية
يوليو يوليوز ژوئیه ژوئیهٔ जुल जुलाई জুল জুলাই ก_ค กรกฎาคม ივლ ივლისი 七月
8 abu abuztua abuztuak abuztuaren ag ago agost agosti agosto agu agustus aout août aug august augusta augusti augusts
augustus augustā augusztus avg avgust avgusta avq avqust awst aww awwissu ağu ağustos aŭg aŭgusto elo elokuu
elokuuta gush gusht kol kolovoz kolovoza lùna lùnastal lún lúnasa ogo ogos rgp rugp rugpjūtis rugpjūčio sie sierpień
sierpnia srp srpen srpna tháng_tám ágú ágúst αυγ αυγούστου αύγ αύγουστοσ авг август августа жні жнівень жніўня сер
серп серпень серпня там тамыз օգոստոս օգոստոսի օգս אוג אוגוסט באוג באוגוסט آب آگوست أغسطس أوت اوت اگست غشت अग अगस्त
আগ আগস্ট ส_ค สิงหาคม აგვ აგვისტო 八月
9 eyl eylül ira iraila irailak irailaren medi meán_fómhair mfómh rgs rugs rugsėjis rugsėjo ruj rujan rujna sen
sentyabr sep sept septemba septembar september septembra septembre septembrie septembris septembro septembrī
septiembre set setembre setembro setiembre settembre settembru setyembre sht shtator sult syys syyskuu syyskuuta
szept szeptember t_sultain tháng_chín wrz wrzesień września zář září σεπ σεπτέμβρη σεπτέμβριοσ σεπτεμβρίου вер
верасень верасня вересень вересня сен сент сентябрь сентября сеп септембар септембра септември қыр қыркүйек սեպ
սեպտեմբեր սեպտեմբերի בספט בספטמבר ספט ספטמבר أيلول سبتمبر سپتامبر سپتمبر شتنبر सित सितंबर सितम्बर সেপ সেপ্টেম্বর ก_ย
กันยายน სექ სექტემბერი 九月
10 deireadh_fómhair dfómh dàmh dàmhair eki ekim hyd hydref loka lokakuu lokakuuta oct october octobre octombrie octubre
okt oktoba oktobar oktober oktobra oktobris oktobro oktobrī oktoober oktubre oktyabr október októbra ott ottobre
ottubru out outubro paź październik października spa spal spalio spalis tet tetor tháng_mười urr urria urriak
urriaren říj říjen října οκτ οκτωβρίου οκτώβρη οκτώβριοσ жов жовт жовтень жовтня кас кастрычнік кастрычніка окт
октобар октобра октомври октябрь октября қаз қазан հոկ հոկտեմբեր հոկտեմբերի אוק אוקטובר באוק באוקטובר أكتوبر اکتبر
اکتوبر تشرين_الأول अक्टू अक्टूबर अक्तूबर অক্টো অক্টোবর ต_ค ตุลาคม ოქტ ოქტომბერი 十月
11 aza azaroa azaroak azaroaren kas kasım lap lapkr lapkritis lapkričio lis listopad listopada listopadu marras
marraskuu marraskuuta nob nobyembre noiembrie nov novemba novembar november novembra novembre novembris novembro
novembru novembrī noviembre noy noyabr nën nëntor nóv nóvember samh samhain stu studeni studenoga t_samhain tach
tachwedd tháng_mười_một νοέ νοέμβρη νοέμβριοσ νοε νοεμβρίου лис лист листопад листопада ліс лістапад лістапада нов
новембар новембра ное ноември ноя нояб ноябрь ноября қар қараша նոյ նոյեմբեր նոյեմբերի בנוב בנובמבר נוב נובמבר
تشرين_الثاني نوامبر نوفمبر نومبر نونبر नव नवंबर नवम्बर নভে নভেম্বর พ_ย พฤศจิกายน ნოე ნოემბერი 十一月
12 abe abendua abenduak abenduaren ara aralık dec decembar december decembra decembrie decembris decembro decembrī dek
dekabr des desemba desember desembre dets detsember dez dezember dezembro dhj dhjetor dic dicembre diciembre dis
disember disyembre diċ diċembru déc décembre dùbh dùbhlachd grd gru grudnia grudzień gruod gruodis gruodžio joulu
joulukuu joulukuuta noll nollaig pro prosinac prosinca prosince prosinec rhag rhagfyr tháng_mười_hai δεκ δεκέμβρη
δεκέμβριοσ δεκεμβρίου гру груд грудень грудня дек декабрь декабря декември дец децембар децембра жел желтоқсан сне
снежань снежня դեկ դեկտեմբեր դեկտեմբերի בדצמ בדצמבר דצמ דצמבר دجنبر دسامبر دسم دسمبر ديسمبر كانون_الأول दिस दिसंबर
दिसम्बर ডিসে ডিসেম্বর ธ_ค ธันวาคม დეკ დეკემბერი 十二月
"""


def _months() -> Iterator[tuple[str, int]]:
    month = 0
    for word in _NAMES.split():
        if word.isdecimal():
            month = int(word)
        else:
            yield word.replace("_", " "), month


MONTHS: Final = dict(_months())
"""Case-folded name to month number."""

LAST_WORDS: Final = frozenset(name.rpartition(" ")[2] for name in MONTHS if " " in name)
"""The last words of names that have several."""

# Croatian writes a dot after the day where Polish, which shares these words, writes none: "3. listopada 2010."
AFTER_DOT: Final = {"listopada": 10, "lip": 6}

_LETTERS: Final = str.maketrans({"ı": "i", "ي": "ی", "ى": "ی", "ك": "ک"})


def _without_accents(word: str) -> str:
    # Marks from U+0900 on are vowels of Indic and Thai words, not accents.
    letters = unicodedata.normalize("NFKD", word).translate(_LETTERS)
    return "".join(c for c in letters if c < "\u0300" or c >= "\u0900" or not unicodedata.combining(c))


_PLAIN: Final = {_without_accents(name): month for name, month in MONTHS.items() if not name.isascii()}


def month_of(name: str) -> int:
    """The month from 1 to 12 that a case-folded name means, also when its accents are missing; 0 if it is none."""
    month = MONTHS.get(name)
    if month is None:
        plain = name if name.isascii() else _without_accents(name)
        month = _PLAIN.get(plain) or MONTHS.get(plain, 0)
    return month
