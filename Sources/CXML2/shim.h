#pragma once
// Debian's libxml2 shows ICU's types in its headers, which clash with those of Foundation's own ICU
// wherever both are imported. They only lengthen a struct that is used by pointer.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>

// Swift cannot make a function that takes variadic arguments, so the silent one is here.
static void tributary_xml_say_nothing(void *context, const char *format, ...) {
    (void)context;
    (void)format;
}

static void tributary_xml_hear_nothing(void *context, xmlErrorPtr error) {
    (void)context;
    (void)error;
}

// Keeps libxml2 off this thread's standard error where it complains of no parser in particular.
static inline void tributary_xml_silence_thread(void) {
    xmlSetGenericErrorFunc(NULL, tributary_xml_say_nothing);
    xmlSetStructuredErrorFunc(NULL, tributary_xml_hear_nothing);
}
