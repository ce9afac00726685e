// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_LIVE_ATTRIBUTE_H
#define BACE_LIVE_ATTRIBUTE_H

#include "ns3/abort.h"
#include "ns3/object-base.h"
#include "ns3/type-id.h"

#include <string>

namespace ns3::bacepipe
{

/**
 * @brief An attribute of an object, read often: the look-up by name is done once.
 * @tparam Value its AttributeValue
 */
template <typename Value>
class LiveAttribute
{
  public:
    /**
     * Aborts when there is no such attribute.
     * @param object whose attribute; must outlive this
     * @param name of the attribute
     */
    void Bind(const ObjectBase& object, const std::string& name)
    {
        TypeId::AttributeInformation information;
        NS_ABORT_MSG_UNLESS(object.GetInstanceTypeId().LookupAttributeByName(name, &information),
                            object.GetInstanceTypeId().GetName() << " has no attribute " << name);
        m_object = &object;
        m_accessor = information.accessor;
    }

    /// @return its present value; Bind() must have been called
    const Value& Get()
    {
        m_accessor->Get(m_object, m_value);
        return m_value;
    }

  private:
    const ObjectBase* m_object{nullptr};     //!< whose attribute
    Ptr<const AttributeAccessor> m_accessor; //!< of the attribute
    Value m_value;                           //!< read last
};

} // namespace ns3::bacepipe

#endif // BACE_LIVE_ATTRIBUTE_H
